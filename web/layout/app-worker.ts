/** Registers the worker of the installed app after the page has loaded. It only shows the page for no connection, and needs TLS. */
export function startAppWorker(): void {
  if (!('serviceWorker' in navigator) || import.meta.env.DEV) return;
  addEventListener('load', () => {
    navigator.serviceWorker.register('/service-worker.js', { updateViaCache: 'none' }).catch(() => {}); // pages work without
  });
}
