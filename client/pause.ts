/** Resolves after the given milliseconds. @throws the signal's reason when aborted */
export const pauseFor = (length: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, length);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
