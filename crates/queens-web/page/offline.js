// Keeps the page's files, so that it opens without its server. The network comes first: a kept file is only
// shown when the server does not answer. The build writes the list of the files and the name of the cache.

const FILES = ["","app.webmanifest","assets/asked-DdKc8HO7.js","assets/board-BrbWB9gD.js","assets/board-DzY-KAI1.css","assets/chart-CNEFOdOx.css","assets/chart-DaO53POe.js","assets/drag-CrKQrjPO.js","assets/engine-C145_Jmt.js","assets/explore-ClsXNnXD.js","assets/explore-lNJFU5uG.css","assets/index-BSpSc5sk.css","assets/index-akl4lwYX.js","assets/learn-BCcbXcGQ.css","assets/learn-BKptm9T4.js","assets/measure-BiS1hNPb.css","assets/measure-Ceuxmm8G.js","assets/numbers-CPyCo5Zk.css","assets/numbers-pW11XUsZ.js","assets/play-T3frZEe5.css","assets/play-uUSlS2iD.js","assets/position-Cs915rFS.js","assets/solve-DCJLXHwE.css","assets/solve-Dfynx4O0.js","assets/start-BOzdmTEu.css","assets/start-CNXHK7ZI.js","assets/store-C-Mn1eoT.css","assets/store-D7a1q-qT.js","assets/table-B9dVw7ZE.js","assets/trouble-DImz9H3A.js","assets/watch-ButKDybJ.css","assets/watch-CB7CuVBM.js","assets/words-B-SLjxC5.js","assets/worker-DHQgkNKD.js","engine.json","engine.wasm","queen.svg"];
const CACHE = "queens-87bc0c70";

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
