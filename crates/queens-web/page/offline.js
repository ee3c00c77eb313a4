// Keeps the page's files, so that it opens without its server. The network comes first: a kept file is only
// shown when the server does not answer. The build writes the list of the files and the name of the cache.

const FILES = ["","app.webmanifest","assets/asked-DpPbk-s3.js","assets/board-7R0lQk4c.js","assets/board-DwWWpkFP.css","assets/chapter-Dcbc1rDs.js","assets/chart-BoyqU0y9.js","assets/chart-CNEFOdOx.css","assets/drag-BHjUgwtb.js","assets/engine-CMIRoyq7.js","assets/explore-CULqAyrX.css","assets/explore-CtUOvQPB.js","assets/games-BLnTK8qy.js","assets/games-DovghYhr.css","assets/index-BLchO04A.js","assets/index-CxlXiAXJ.css","assets/learn-BANcokDv.css","assets/learn-D_vowJsk.js","assets/measure-BiS1hNPb.css","assets/measure-DyLY3Mpa.js","assets/number-CPyCo5Zk.css","assets/number-CSaNjHj2.js","assets/numbers-bEPBSK-q.js","assets/play-DUFaPkK8.js","assets/play-ZvJYDXFh.css","assets/save-V_IZN2m1.js","assets/solve-CzMRqTLK.js","assets/solve-DbzJ-kDe.css","assets/start-BZz9-PwT.js","assets/start-C5ZnOfAC.css","assets/table-0seS1A5U.js","assets/watch-ButKDybJ.css","assets/watch-DzvPnPZu.js","assets/worker-BqUHjiFV.js","book/book.css","book/guide/techniques.html","book/ladder/bitwise.html","book/ladder/brute-force.html","book/ladder/classes.html","book/ladder/flags.html","book/ladder/flipped.html","book/ladder/mirror.html","book/ladder/permutations.html","book/ladder/scan.html","engine.json","engine.wasm","queen.svg"];
const CACHE = "queens-fff2d9a0";

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
