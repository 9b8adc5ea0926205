/**
 * The pages as an installed app: without a connection, a page that says so instead of the browser's own. That page is all
 * that is ever kept here: no answer of the service, no personal data, no other page. The build writes its id below, so that
 * every build replaces the worker of the one before at once, and its page with it.
 */
const BUILD = 'BUILD_ID';
const OFFLINE = '/offline';

addEventListener('install', (event) => {
  // Only navigations come here where the browser can be told so; all else goes to the network as without a worker.
  event.addRoutes?.({ condition: { not: { requestMode: 'navigate' } }, source: 'network' }).catch(() => {});
  event.waitUntil(keepOfflinePage().then(() => skipWaiting()));
});

addEventListener('activate', (event) => {
  event.waitUntil(forgetOtherBuilds().then(() => clients.claim()));
});

addEventListener('fetch', (event) => {
  if (event.request.mode !== 'navigate') return;
  event.respondWith(fetch(event.request).catch(offlinePage));
});

async function keepOfflinePage() {
  const kept = await caches.open(BUILD);
  await kept.add(new Request(OFFLINE, { cache: 'reload' }));
}

async function forgetOtherBuilds() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== BUILD).map((name) => caches.delete(name)));
}

const offlinePage = async () => (await caches.match(OFFLINE)) ?? Response.error();
