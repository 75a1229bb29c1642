/** Keeps the files of the playground: the second visit loads nothing. The build writes their digest and names. */
declare const DIGEST: string;
declare const FILES: readonly string[];

const scope = self as unknown as ServiceWorkerGlobalScope;
const CACHE = `graphlint-playground-${DIGEST}`;

scope.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(CACHE)
      .then((cache) => cache.addAll([...FILES]))
      .then(() => scope.skipWaiting()),
  );
});

scope.addEventListener("activate", (event) => {
  const old = (name: string): boolean => name.startsWith("graphlint-playground-") && name !== CACHE;
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter(old).map((name) => caches.delete(name))))
      .then(() => scope.clients.claim()),
  );
});

scope.addEventListener("fetch", (event) => {
  event.respondWith(caches.open(CACHE).then((cache) => cache.match(event.request, { ignoreSearch: true })).then((kept) => kept ?? fetch(event.request)));
});
