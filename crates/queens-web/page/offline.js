// Keeps the page's files, so that it opens without its server. The network comes first: a kept file is only
// shown when the server does not answer. The build writes the list of the files and the name of the cache.

const FILES = ["","app.webmanifest","assets/asked-8ZqMR0qW.js","assets/board-BlvoFyXV.js","assets/board-DzY-KAI1.css","assets/chapter-tNifG1P4.js","assets/chart-CNEFOdOx.css","assets/chart-ComPMiLf.js","assets/drag-JjAni2Ng.js","assets/engine-Cd0ocZcW.js","assets/explore-D4qJpije.js","assets/explore-lNJFU5uG.css","assets/index-BSpSc5sk.css","assets/index-CsSN4vPZ.js","assets/learn-67LVru1Z.js","assets/learn-BCcbXcGQ.css","assets/measure-BiS1hNPb.css","assets/measure-CbWEAoZy.js","assets/numbers-C9a7MM3k.js","assets/numbers-CPyCo5Zk.css","assets/play-BYTmoeTI.js","assets/play-T3frZEe5.css","assets/position-sVG4cypo.js","assets/solve-B8mQNgj4.js","assets/solve-DCJLXHwE.css","assets/start-BOzdmTEu.css","assets/start-BQ87WQv0.js","assets/store-BlhKDG9u.js","assets/store-C-Mn1eoT.css","assets/table-q9K1KBC0.js","assets/trouble-DRTN9XJe.js","assets/watch-BZ7oKV_A.js","assets/watch-ButKDybJ.css","assets/words-B-SLjxC5.js","assets/worker-BqUHjiFV.js","engine.json","engine.wasm","queen.svg"];
const CACHE = "queens-86d76924";

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
