/**
 * Ends the program when `npm start` is ended. npm hands SIGTERM to the shell between it and Node.js, and that shell dies of
 * it without telling anybody: the service would go on, and hold its port, with nobody left to stop it.
 */
const LOOK_EVERY = 250;

if (process.env.npm_lifecycle_event !== undefined && process.platform !== 'win32') {
  const shell = process.ppid;
  const looking = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(looking);
    process.kill(process.pid, 'SIGTERM');
  }, LOOK_EVERY);
  looking.unref();
  // Ctrl+C reaches the program and the shell at once, and a second signal would cut the stop short. Listening before the
  // program does would take away what a signal does during the start.
  const heard = new Set(['SIGTERM', 'SIGINT']);
  process.on('newListener', (name) => {
    if (heard.delete(name)) process.on(name, () => clearInterval(looking));
  });
}
