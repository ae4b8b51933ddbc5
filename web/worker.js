// Keeps the shell of the site, so that it opens without a connection and can say so. The server's
// list of files has a tag that changes with any of them: a kept shell is of one version, and is
// replaced as a whole.

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const PREFIX = "agon-shell-";
const LIST = "/shell.json";

/** Keeps the present version, unless it is kept already; only then older ones go. */
async function renew() {
  const answer = await fetch(LIST, { cache: "no-cache" });
  if (!answer.ok) return;
  const name = PREFIX + (answer.headers.get("etag") ?? "").replace(/\W/g, "");
  const shell = await caches.open(name);
  // The list itself is kept last: a shell without it is not complete.
  if (await shell.match(LIST)) return;
  const list = answer.clone();
  const { files } = await answer.json();
  const wanted = ["/", ...Object.keys(files)];
  await shell.addAll(wanted.map((file) => new Request(file, { cache: "no-cache" })));
  await shell.put(LIST, list);
  const names = await caches.keys();
  const old = names.filter((other) => other.startsWith("agon-shell") && other !== name);
  await Promise.all(old.map((other) => caches.delete(other)));
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
  const page = event.request.mode === "navigate";
  // The server is near: what it has is newer than what we kept.
  event.respondWith(
    fetch(event.request).catch(async (error) => {
      const kept = await caches.match(page ? "/" : url.pathname);
      if (kept) return kept;
      throw error;
    }),
  );
});

// A page is drawn and has nothing else to do: the shell of this version is kept now.
worker.addEventListener("message", (event) => {
  if (event.data === "keep") event.waitUntil(renew().catch(() => {}));
});
