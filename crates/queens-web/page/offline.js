// Keeps the page's files, so that it opens without its server. The network comes first: a kept file is only
// shown when the server does not answer. The build writes the list of the files and the name of the cache.

const FILES = ["","assets/analysis-kaL4tsoB.js","assets/board-CeBeYXZJ.js","assets/chart-CLhELgUk.js","assets/chart-CnsZ1jie.css","assets/engine-bn78C8d2.js","assets/explore-C6yqOrmU.js","assets/explore-xgybsIqt.css","assets/index-Bil1OVPO.css","assets/index-DjDmd8i2.js","assets/learn-C5mCuqz9.css","assets/learn-DMkdC3-D.js","assets/measure---K-gK0a.css","assets/measure-Cil-ZXGh.js","assets/numbers-B1r0vKXh.js","assets/play-D_UZaJat.css","assets/play-DmfF9d5X.js","assets/solve-9YASXVUw.js","assets/solve-D6rytk_H.css","assets/table-inIMI6vw.js","assets/watch-ClX2WGuQ.css","assets/watch-DaV4Uqe4.js","assets/worker-Cagy1DJT.js","engine.json","engine.wasm","queen.svg"];
const CACHE = "queens-cbd7fe0e";

const isKept = (url) => {
  const path = url.href.startsWith(registration.scope)
    ? url.href.slice(registration.scope.length)
    : null;
  return path !== null && FILES.includes(path.split(/[?#]/)[0]);
};

addEventListener("install", (event) => {
  const keep = async () => {
    const cache = await caches.open(CACHE);
    await cache.addAll(FILES.map((file) => `./${file}`));
    await skipWaiting();
  };
  event.waitUntil(keep());
});

addEventListener("activate", (event) => {
  const clean = async () => {
    const old = (await caches.keys()).filter((name) => name.startsWith("queens") && name !== CACHE);
    await Promise.all(old.map((name) => caches.delete(name)));
    await clients.claim();
  };
  event.waitUntil(clean());
});

addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || !isKept(new URL(request.url))) return;
  const answer = async () => {
    try {
      return await fetch(request);
    } catch (error) {
      const kept = await caches.match(request, { cacheName: CACHE, ignoreVary: true });
      if (kept) return kept;
      throw error;
    }
  };
  event.respondWith(answer());
});
