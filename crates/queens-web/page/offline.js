// Keeps the page's files, so that it opens without its server. The network comes first: a kept file is only
// shown when the server does not answer. The build writes the list of the files and the name of the cache.

const FILES = ["","app.webmanifest","assets/asked-z8iYh24v.js","assets/board-Bp5pxRQy.js","assets/board-DwWWpkFP.css","assets/chapter-BuSKOlvT.js","assets/chart-CNEFOdOx.css","assets/chart-DCnmfbDZ.js","assets/drag-Dwf5RNlH.js","assets/engine-CMIRoyq7.js","assets/explore-CULqAyrX.css","assets/explore-CymCys-y.js","assets/games-B1_3eZCA.css","assets/games-CCje9__v.js","assets/index-D9iK_rKl.css","assets/index-b2ujJy_0.js","assets/learn-BzoUHwMp.js","assets/learn-DRg9aXKf.css","assets/measure-B1fiOFez.js","assets/measure-CoxD5_wn.css","assets/number-CPyCo5Zk.css","assets/number-rZaV-YNZ.js","assets/numbers-bEPBSK-q.js","assets/play-DAb6rkz1.css","assets/play-DyRhdSb8.js","assets/save-wQGrNZvB.js","assets/solve-DIQHKV_z.js","assets/solve-DbzJ-kDe.css","assets/start-C5ZnOfAC.css","assets/start-DKqqqq-q.js","assets/table-Cs5huP_p.js","assets/watch-ButKDybJ.css","assets/watch-hETXtsf3.js","assets/worker-BqUHjiFV.js","book/BENCHMARKS.html","book/RECORDS.html","book/articles.html","book/bindings/npm/README.html","book/book.css","book/color.html","book/compare.html","book/formats.html","book/glossary.html","book/guide/first-steps.html","book/guide/install.html","book/guide/puzzles.html","book/guide/rust.html","book/guide/slurm.html","book/guide/techniques.html","book/guide/verbs.html","book/index.html","book/introduction.html","book/lab/measurements.html","book/lab/tried.html","book/ladder/bitwise.html","book/ladder/brute-force.html","book/ladder/classes.html","book/ladder/color.html","book/ladder/flags.html","book/ladder/flipped.html","book/ladder/lanes.html","book/ladder/mirror.html","book/ladder/overview.html","book/ladder/permutations.html","book/ladder/scan.html","book/measurements/about.html","book/page.html","book/platforms.html","book/python.html","book/questions.html","book/records/history.html","book/records/own.html","book/reference/commands.html","book/reference/libraries.html","book/serve.html","book/solvers.html","book/stability.html","book/teaching.html","book/trust.html","book/wrong-24.html","engine.json","engine.wasm","queen.svg"];
const CACHE = "queens-84820f87";

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
