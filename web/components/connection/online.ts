import { useSyncExternalStore } from 'react';

export const isOnline = (): boolean => navigator.onLine;

/** Calls back when the device goes online or offline. Returns how to stop. */
export function whenOnlineTurns(tell: () => void): () => void {
  addEventListener('online', tell);
  addEventListener('offline', tell);
  return () => {
    removeEventListener('online', tell);
    removeEventListener('offline', tell);
  };
}

export const useOnline = (): boolean => useSyncExternalStore(whenOnlineTurns, isOnline);
