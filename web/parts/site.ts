import { useSyncExternalStore } from 'react';
import type { Site } from '../../client/wire-types.ts';
import { service } from '../service.ts';

const listeners = new Set<() => void>();
let site: Site | undefined;
let asking: Promise<Site> | undefined;

/**
 * Whose service it is, and what is in force; asked for once a visit. Kept here rather than as a query, since the sign-in
 * page needs nothing else of what queries bring along, and must be small.
 */
export function getSite(): Promise<Site> {
  asking ??= service.site().then(
    (known) => {
      site = known;
      for (const tell of listeners) tell();
      return known;
    },
    (error: unknown) => {
      asking = undefined; // the next who needs it asks again
      throw error;
    },
  );
  return asking;
}

/** `undefined` until it is known; nothing that is shown may wait for it. */
export function useSite(): Site | undefined {
  return useSyncExternalStore(subscribe, () => site);
}

function subscribe(tell: () => void): () => void {
  listeners.add(tell);
  void getSite().catch(() => {}); // whoever acts on it is told
  return () => void listeners.delete(tell);
}
