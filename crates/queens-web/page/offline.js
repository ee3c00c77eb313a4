// Keeps the page's files, so that it opens without its server. The network comes first: a kept file is only
// shown when the server does not answer. The build writes the list of the files and the name of the cache.

const FILES = ["","app.webmanifest","assets/asked-5a7pr2mJ.js","assets/board-BRl8PJYI.js","assets/board-DzY-KAI1.css","assets/chart-CNEFOdOx.css","assets/chart-DcbcBoyx.js","assets/drag-BDq_s0h5.js","assets/engine-C145_Jmt.js","assets/explore-VhSZPsX4.js","assets/explore-lNJFU5uG.css","assets/index-B_ogBwvc.css","assets/index-lmdoulj5.js","assets/learn-36X_iEb-.js","assets/learn-BCcbXcGQ.css","assets/measure-BiS1hNPb.css","assets/measure-DgX89GcG.js","assets/numbers-COQbmXI5.js","assets/numbers-CPyCo5Zk.css","assets/play-Col6tvTf.js","assets/play-T3frZEe5.css","assets/position-Fhp4sZ61.js","assets/save-DW132Hc4.js","assets/solve-C5yhK7VC.js","assets/solve-DCJLXHwE.css","assets/start-BOzdmTEu.css","assets/start-BaADjxSl.js","assets/store-C-Mn1eoT.css","assets/store-CzljEUCK.js","assets/table-KkrUdeZJ.js","assets/watch-ButKDybJ.css","assets/watch-DoVuD6Tw.js","assets/words-B-SLjxC5.js","assets/worker-DHQgkNKD.js","engine.json","engine.wasm","queen.svg"];
const CACHE = "queens-a7bc2587";

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
