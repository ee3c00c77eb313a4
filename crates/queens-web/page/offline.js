// Keeps the page's files, so that it opens without its server. The network comes first: a kept file is only
// shown when the server does not answer. The build writes the list of the files and the name of the cache.

const FILES = ["","app.webmanifest","assets/asked-hlj2r-RC.js","assets/board-CdXK-QWQ.js","assets/board-DwWWpkFP.css","assets/chapter-DHt8D7fM.js","assets/chart-BDEAcR8_.js","assets/chart-CNEFOdOx.css","assets/drag-CkdNTEVN.js","assets/engine-CMIRoyq7.js","assets/explore-BCvI0jIC.css","assets/explore-D3mRlBws.js","assets/games-DovghYhr.css","assets/games-HZJO_5ns.js","assets/index-CxlXiAXJ.css","assets/index-uOzXzFnC.js","assets/learn-CuMF_YwQ.js","assets/learn-DNNlRIbF.css","assets/measure-BiS1hNPb.css","assets/measure-wI8qdAnH.js","assets/number-Boz2VQSt.js","assets/number-CPyCo5Zk.css","assets/numbers-bEPBSK-q.js","assets/play--oWbxfcM.js","assets/play-DCft9ZBA.css","assets/save-DbQYwVjM.js","assets/solve-B9z8Iaq_.js","assets/solve-DbzJ-kDe.css","assets/start-C5ZnOfAC.css","assets/start-Db4Y9YIN.js","assets/table-D3CRA1un.js","assets/watch-Bnb5emqr.js","assets/watch-ButKDybJ.css","assets/worker-BqUHjiFV.js","engine.json","engine.wasm","queen.svg"];
const CACHE = "queens-af192aec";

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
