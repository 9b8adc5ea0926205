/** The worker of the installed app, after the page: it only says that there is no connection. Not where there is no TLS. */
export function startAppWorker(): void {
  if (!('serviceWorker' in navigator) || import.meta.env.DEV) return;
  addEventListener('load', () => {
    navigator.serviceWorker.register('/service-worker.js', { updateViaCache: 'none' }).catch(() => {}); // pages work without
  });
}
