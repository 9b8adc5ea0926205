import { useSyncExternalStore } from 'react';

/** What Chromium offers once a page may be installed; other browsers have it in their own menu. */
interface InstallOffer extends Event {
  prompt(): Promise<unknown>;
}

let offer: InstallOffer | undefined;
const listeners = new Set<() => void>();

const tellAll = () => {
  for (const tell of listeners) tell();
};

/** The offer comes once, long before anybody opens the page that shows it. */
export function expectInstallOffer(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    offer = event as InstallOffer; // the type is not in the standard library: only Chromium has it
    tellAll();
  });
  addEventListener('appinstalled', () => {
    offer = undefined;
    tellAll();
  });
}

export const isInstalled = (): boolean => matchMedia('(display-mode: standalone)').matches;

/** Asks to install the pages as an app; undefined where the browser offers none. */
export function useInstall(): (() => void) | undefined {
  const known = useSyncExternalStore(subscribe, () => offer);
  if (known === undefined) return undefined;
  return () => {
    offer = undefined; // it can be used once
    void known.prompt().finally(tellAll);
  };
}

function subscribe(tell: () => void): () => void {
  listeners.add(tell);
  return () => void listeners.delete(tell);
}
