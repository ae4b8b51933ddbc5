// The service worker: caches the site, so that it opens and plays offline. The list of files has a version that
// changes with any of them; a cache has one version and is replaced as a whole. Pages ask for an update, never during
// a game.

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const PREFIX = "agon-shell-";
const LIST = "/shell.json";
/** Cache of notes: which optional files this browser has requested; kept across versions. */
const ASKED = "agon-asked";
/** Returns the key of a note; no page or file has this address. @param {string} file */
const note = (file) => `/asked${file}`;
/** Suffix of files that are cached once they were requested. */
const APART = "-threads.wasm";

/** Returns the present list; null if it cannot be loaded. */
async function listed() {
  const answer = await fetch(LIST, { cache: "no-cache" });
  if (!answer.ok) return null;
  const list = answer.clone();
  const { version, files, later = {}, asked = {} } = await answer.json();
  return {
    list,
    files: Object.keys(files),
    later: Object.keys(later),
    asked: Object.keys(asked),
    name: PREFIX + version,
  };
}

/** @param {string} file */
const fresh = (file) => new Request(file, { cache: "no-cache" });

/** Caches the present version, and then removes older ones. */
async function renew() {
  const now = await listed();
  if (!now) return;
  const shell = await caches.open(now.name);
  // The list is cached last: a cache without it is incomplete.
  if (await shell.match(LIST)) return;
  await shell.addAll(["/", ...now.files].map(fresh));
  await shell.put(LIST, now.list);
  const names = await caches.keys();
  const old = names.filter((other) => other.startsWith("agon-shell") && other !== now.name);
  await Promise.all(old.map((other) => caches.delete(other)));
}

/** Caches large files, too: the offline program, and puzzles. */
async function complete() {
  const now = await listed();
  if (!now) return;
  const shell = await caches.open(now.name);
  if (!(await shell.match(LIST))) return;
  const notes = await caches.open(ASKED);
  const noted = await Promise.all(now.asked.map((file) => notes.match(note(file))));
  for (const file of [...now.later, ...now.asked.filter((_, i) => noted[i])]) {
    if (!(await shell.match(file))) await shell.add(fresh(file));
  }
}

/** Notes that a file was requested, and caches it. @param {string} file */
async function remember(file) {
  const notes = await caches.open(ASKED);
  if (await notes.match(note(file))) return;
  await notes.put(note(file), new Response());
  await complete();
}

worker.addEventListener("install", () => void worker.skipWaiting());
worker.addEventListener("activate", (event) => event.waitUntil(worker.clients.claim()));

worker.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (
    event.request.method !== "GET" ||
    url.origin !== location.origin ||
    url.pathname.startsWith("/api") ||
    url.pathname === LIST
  )
    return;
  if (url.pathname.endsWith(APART)) event.waitUntil(remember(url.pathname).catch(() => {}));
  const page = event.request.mode === "navigate";
  const kept = () => caches.match(page ? "/" : url.pathname);
  // Network first: the server's files are newer.
  event.respondWith(
    fetch(event.request).then(
      // Static hosts do not know the addresses of pages.
      async (answer) => (page && answer.status === 404 ? ((await kept()) ?? answer) : answer),
      async (error) => {
        const found = await kept();
        if (found) return found;
        throw error;
      },
    ),
  );
});

// Pages send a message when they are idle.
worker.addEventListener("message", (event) => {
  const work = event.data === "keep" ? renew : event.data === "complete" ? complete : null;
  if (work) event.waitUntil(work().catch(() => {}));
});
