// Keeps the page's files, so that it opens without its server. The network comes first: a kept file is only
// shown when the server does not answer. The build writes the list of the files and the name of the cache.

const FILES = ["","app.webmanifest","assets/asked-BAu0dWC4.js","assets/board-DwWWpkFP.css","assets/board-H382laAB.js","assets/chapter-KFH570Cc.js","assets/chart-BVAfRBO1.js","assets/chart-CNEFOdOx.css","assets/drag-BsIJf_wF.js","assets/engine-CMIRoyq7.js","assets/explore-CULqAyrX.css","assets/explore-JvQMatnw.js","assets/games-CxBOgh0H.js","assets/games-DovghYhr.css","assets/index-CxlXiAXJ.css","assets/index-DvxC8tns.js","assets/learn-BANcokDv.css","assets/learn-DNHbGAz_.js","assets/measure-BiS1hNPb.css","assets/measure-D9-Fsxjx.js","assets/number-CPyCo5Zk.css","assets/number-CtAyPiwa.js","assets/numbers-bEPBSK-q.js","assets/play-DKQ7l54g.js","assets/play-ZvJYDXFh.css","assets/save-opek5JDq.js","assets/solve-DbzJ-kDe.css","assets/solve-DnfH7p1L.js","assets/start-C5ZnOfAC.css","assets/start-DvEBOz3o.js","assets/table-Dlu-5Uro.js","assets/watch-6u4mWqDX.js","assets/watch-ButKDybJ.css","assets/worker-BqUHjiFV.js","book/book.css","book/guide/techniques.html","book/ladder/bitwise.html","book/ladder/brute-force.html","book/ladder/classes.html","book/ladder/flags.html","book/ladder/flipped.html","book/ladder/mirror.html","book/ladder/permutations.html","book/ladder/scan.html","engine.json","engine.wasm","queen.svg"];
const CACHE = "queens-2b811a3a";

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
