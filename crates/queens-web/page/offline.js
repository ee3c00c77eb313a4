// Keeps the page's files, so that it opens without its server. The network comes first: a kept file is only
// shown when the server does not answer. The build writes the list of the files and the name of the cache.

const FILES = ["","app.webmanifest","assets/asked-BIsSJ7cP.js","assets/board-BDXRxgMA.js","assets/board-DzY-KAI1.css","assets/chapter-gxXXolCc.js","assets/chart-BeRBZg_J.js","assets/chart-CNEFOdOx.css","assets/drag-vBwJJe_l.js","assets/engine-Cd0ocZcW.js","assets/explore-DsLXsSN6.js","assets/explore-lNJFU5uG.css","assets/index-BSpSc5sk.css","assets/index-FXd2icIw.js","assets/learn-BCcbXcGQ.css","assets/learn-BJw6lE1-.js","assets/measure-BiS1hNPb.css","assets/measure-D1Yrhoia.js","assets/numbers-CD-eZU_x.js","assets/numbers-CPyCo5Zk.css","assets/play-68RFOw4s.js","assets/play-T3frZEe5.css","assets/position-DSc7eppw.js","assets/solve-0fNaBquS.js","assets/solve-DCJLXHwE.css","assets/start-BNDiK_jh.js","assets/start-BOzdmTEu.css","assets/store-C-Mn1eoT.css","assets/store-oilLZRKU.js","assets/table-C04yRGdA.js","assets/trouble-D9TrZQTO.js","assets/watch-ButKDybJ.css","assets/watch-Jx3SEsZ1.js","assets/words-B-SLjxC5.js","assets/worker-BqUHjiFV.js","engine.json","engine.wasm","queen.svg"];
const CACHE = "queens-311d0229";

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
