// Keeps the page's files, so that it opens without its server. The network comes first: a kept file is only
// shown when the server does not answer. The build writes the list of the files and the name of the cache.

const FILES = ["","app.webmanifest","assets/board-C-kHBRmW.js","assets/chart-CnsZ1jie.css","assets/chart-DJvmiyyN.js","assets/engine-CoLUSjgL.js","assets/explore-Dc2KFrzf.js","assets/explore-xgybsIqt.css","assets/history-Dt7HJB0j.js","assets/index-B8WdkE4B.js","assets/index-BFgBR1u3.css","assets/learn-BA2w-asf.js","assets/learn-C5mCuqz9.css","assets/measure---K-gK0a.css","assets/measure-B1R2-xxn.js","assets/numbers-gJ7hxr7p.js","assets/play-BxXyXRPG.css","assets/play-C03B6lsD.js","assets/solve-BIuZhJyl.js","assets/solve-D6rytk_H.css","assets/table-DZ0r_lEx.js","assets/watch-ClX2WGuQ.css","assets/watch-D9c4YdR1.js","assets/words-B-SLjxC5.js","assets/worker-DupXcMSo.js","engine.json","engine.wasm","queen.svg"];
const CACHE = "queens-0abc4dc6";

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
