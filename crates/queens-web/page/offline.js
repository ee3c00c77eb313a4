// Keeps the page's files, so that it opens without its server. The network comes first: a kept file is only
// shown when the server does not answer. The build writes the list of the files and the name of the cache.

const FILES = ["","app.webmanifest","assets/asked-CHq3vURZ.js","assets/board-DwWWpkFP.css","assets/board-p8A5Waas.js","assets/chapter-0J1Ht8LW.js","assets/chart-CNEFOdOx.css","assets/chart-DFF0gs1p.js","assets/drag-BTbNk6Ea.js","assets/engine-CMIRoyq7.js","assets/explore-AhX6EN74.js","assets/explore-BCvI0jIC.css","assets/games-DovghYhr.css","assets/games-Dt3MciMk.js","assets/index-CxlXiAXJ.css","assets/index-DSj2MxZW.js","assets/learn-Dm41Rqh6.js","assets/learn-sjBb_cZN.css","assets/measure-BWoJ9V4y.js","assets/measure-BiS1hNPb.css","assets/number-B7tyjiQe.js","assets/number-CPyCo5Zk.css","assets/numbers-bEPBSK-q.js","assets/play-DFCWx2XI.js","assets/play-P8j8cf3j.css","assets/save-DPruFuDP.js","assets/solve-CbKc3Zew.js","assets/solve-DbzJ-kDe.css","assets/start-Bi_fCzN2.js","assets/start-C5ZnOfAC.css","assets/table-CDRKvY5C.js","assets/watch-ButKDybJ.css","assets/watch-DHLVRkrU.js","assets/worker-BqUHjiFV.js","engine.json","engine.wasm","queen.svg"];
const CACHE = "queens-3f346126";

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
