// Keeps the page's files, so that it opens without its server. The network comes first: a kept file is only
// shown when the server does not answer. The build writes the list of the files and the name of the cache.

const FILES = ["","app.webmanifest","assets/asked-BTvHtx_i.js","assets/board-DGVFuRkh.js","assets/board-DzY-KAI1.css","assets/chapter-C27jdsj6.js","assets/chart-CNEFOdOx.css","assets/chart-t5tKe9jC.js","assets/drag-BTENtIE7.js","assets/engine-C145_Jmt.js","assets/explore-lNJFU5uG.css","assets/explore-rpfJB4vC.js","assets/index-BSpSc5sk.css","assets/index-lIQg8Nn8.js","assets/learn-BCcbXcGQ.css","assets/learn-C1jd02UB.js","assets/measure-BiS1hNPb.css","assets/measure-D39ZpCvE.js","assets/numbers-CPyCo5Zk.css","assets/numbers-VQaU0Br5.js","assets/play-C1OVsJk7.js","assets/play-T3frZEe5.css","assets/position-CRiUPE8P.js","assets/solve-ChS9icXC.js","assets/solve-DCJLXHwE.css","assets/start-6FRva7Zp.js","assets/start-BOzdmTEu.css","assets/store-Bfbaq0eZ.js","assets/store-C-Mn1eoT.css","assets/table-CUl_J0Xf.js","assets/trouble-BpOejJqe.js","assets/watch-ButKDybJ.css","assets/watch-CSduYrul.js","assets/words-B-SLjxC5.js","assets/worker-DHQgkNKD.js","engine.json","engine.wasm","queen.svg"];
const CACHE = "queens-df5acbfd";

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
