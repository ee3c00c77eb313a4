// Keeps the page's files, so that it opens without its server. The network comes first: a kept file is only
// shown when the server does not answer. The build writes the list of the files and the name of the cache.

const FILES = ["","app.webmanifest","assets/asked-DwK0nEKZ.js","assets/board-Dlb-AAme.js","assets/board-DzY-KAI1.css","assets/chart-CNEFOdOx.css","assets/chart-Dlid9pbu.js","assets/drag-BFNwloOs.js","assets/engine-C145_Jmt.js","assets/explore-D-frWmPN.js","assets/explore-lNJFU5uG.css","assets/index-BJbuGPyk.js","assets/index-BSpSc5sk.css","assets/learn-BCcbXcGQ.css","assets/learn-C0Elv1M_.js","assets/measure-B4_nX3Ww.js","assets/measure-BiS1hNPb.css","assets/numbers-CPyCo5Zk.css","assets/numbers-CksmNjyO.js","assets/play-BmUVt38O.js","assets/play-T3frZEe5.css","assets/position-DW9oGFb_.js","assets/save-K4yAJJhI.js","assets/solve-CFzpjusT.js","assets/solve-DCJLXHwE.css","assets/start-BAy9zBqV.js","assets/start-BOzdmTEu.css","assets/store-C-Mn1eoT.css","assets/store-CcrBe6dq.js","assets/table-Yaeb1xLM.js","assets/watch-ButKDybJ.css","assets/watch-DKVWQ6uN.js","assets/words-B-SLjxC5.js","assets/worker-DHQgkNKD.js","engine.json","engine.wasm","queen.svg"];
const CACHE = "queens-fa2b38dc";

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
