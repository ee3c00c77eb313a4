// Keeps the page's files, so that it opens without its server. The network comes first: a kept file is only
// shown when the server does not answer. The build writes the list of the files and the name of the cache.

const FILES = ["","app.webmanifest","assets/asked-DxFaFjLW.js","assets/board-DwWWpkFP.css","assets/board-Xdt48u3t.js","assets/chapter-DZhn4S_-.js","assets/chart-CNEFOdOx.css","assets/chart-xGid2iEx.js","assets/drag-DWguK6S0.js","assets/engine-CMIRoyq7.js","assets/explore-BCvI0jIC.css","assets/explore-Geg9SwFk.js","assets/games-CnmqnWEI.js","assets/games-DovghYhr.css","assets/index-BHvT-QxM.js","assets/index-CxlXiAXJ.css","assets/learn-C12z14_r.js","assets/learn-DNNlRIbF.css","assets/measure-BiS1hNPb.css","assets/measure-DCI-I0l1.js","assets/number-CPyCo5Zk.css","assets/number-JLEpY2Ib.js","assets/numbers-bEPBSK-q.js","assets/play-CTA978D-.js","assets/play-pOhdMc7s.css","assets/save-BtMN8M1f.js","assets/solve-7Y5aVRGb.js","assets/solve-DbzJ-kDe.css","assets/start-BuI6I9eI.js","assets/start-C5ZnOfAC.css","assets/table-BYlTSGDh.js","assets/watch-9o4QlQfK.js","assets/watch-ButKDybJ.css","assets/worker-BqUHjiFV.js","book/book.css","book/guide/techniques.html","book/ladder/bitwise.html","book/ladder/brute-force.html","book/ladder/classes.html","book/ladder/flags.html","book/ladder/flipped.html","book/ladder/mirror.html","book/ladder/permutations.html","book/ladder/scan.html","engine.json","engine.wasm","queen.svg"];
const CACHE = "queens-dbb98b5a";

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
