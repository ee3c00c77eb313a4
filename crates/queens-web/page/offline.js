// Keeps the page's files, so that it opens without its server. The network comes first: a kept file is only
// shown when the server does not answer. The build writes the list of the files and the name of the cache.

const FILES = ["","app.webmanifest","assets/board-DjMXOd6t.js","assets/chart-CnsZ1jie.css","assets/chart-DY5R2Pqi.js","assets/engine-CoLUSjgL.js","assets/explore-C1ycjD2r.js","assets/explore-xgybsIqt.css","assets/history-BejQEewG.js","assets/index-BFgBR1u3.css","assets/index-Cb4rboti.js","assets/learn-C5mCuqz9.css","assets/learn-CKabxBod.js","assets/measure---K-gK0a.css","assets/measure-C_J_cMdq.js","assets/numbers-BD82YyuP.js","assets/play-BQ1P6BZ2.js","assets/play-BxXyXRPG.css","assets/solve-B5kxFSw9.js","assets/solve-D6rytk_H.css","assets/table-50M-ksE8.js","assets/watch-C-MNgR9l.js","assets/watch-ClX2WGuQ.css","assets/words-B-SLjxC5.js","assets/worker-DupXcMSo.js","engine.json","engine.wasm","queen.svg"];
const CACHE = "queens-85036e26";

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
