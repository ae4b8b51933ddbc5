// Keeps the site, so that it opens and plays without a connection. The list of its files has a version that changes
// with any of them: what is kept is of one version, and is replaced as a whole. It is looked for a new one when a page
// says so, which none does in the middle of a game.

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const PREFIX = "agon-shell-";
const LIST = "/shell.json";
/** What this browser has asked for of what few need; kept across versions. */
const ASKED = "agon-asked";
/** Where that is noted of a file: no address of a page or a file. @param {string} file */
const note = (file) => `/asked${file}`;
/** Files are kept when they are asked for whose names end so. */
const APART = "-threads.wasm";

/** The list as it is now; nothing where it cannot be had. */
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

/** Keeps the present version, unless it is kept already; only then older ones go. */
async function renew() {
  const now = await listed();
  if (!now) return;
  const shell = await caches.open(now.name);
  // The list itself is kept last: a shell without it is not complete.
  if (await shell.match(LIST)) return;
  await shell.addAll(["/", ...now.files].map(fresh));
  await shell.put(LIST, now.list);
  const names = await caches.keys();
  const old = names.filter((other) => other.startsWith("agon-shell") && other !== now.name);
  await Promise.all(old.map((other) => caches.delete(other)));
}

/** Keeps what is large, too: the program that plays without a server, and puzzles. */
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

/** Notes that a file was asked for: it is kept from now on, with all else. @param {string} file */
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
  // The server is near: what it has is newer than what we kept.
  event.respondWith(
    fetch(event.request).then(
      // A host of files does not know the addresses of pages.
      async (answer) => (page && answer.status === 404 ? ((await kept()) ?? answer) : answer),
      async (error) => {
        const found = await kept();
        if (found) return found;
        throw error;
      },
    ),
  );
});

// A page is drawn and has nothing else to do: the shell of this version is kept now, or all of it.
worker.addEventListener("message", (event) => {
  const work = event.data === "keep" ? renew : event.data === "complete" ? complete : null;
  if (work) event.waitUntil(work().catch(() => {}));
});
