import { useSyncExternalStore } from 'react';
import type { Answer } from '../../../client/route-types.ts';
import { service } from '../../auth/service.ts';

type Site = Answer<'GET /api/site'>;

const listeners = new Set<() => void>();
let site: Site | undefined;
let asking: Promise<Site> | undefined;

/**
 * Name and public settings of the service, fetched once per visit. Not a query, because the sign-in page must stay small
 * and needs nothing else from the query library.
 */
export function getSite(): Promise<Site> {
  asking ??= service.open.call('GET /api/site').then(
    (known) => {
      site = known;
      for (const tell of listeners) tell();
      return known;
    },
    (error: unknown) => {
      asking = undefined; // the next caller tries again
      throw error;
    },
  );
  return asking;
}

/** `undefined` until loaded; nothing on the page may wait for it. */
export function useSite(): Site | undefined {
  return useSyncExternalStore(subscribe, () => site);
}

function subscribe(tell: () => void): () => void {
  listeners.add(tell);
  void getSite().catch(() => {}); // callers who need it handle the error
  return () => void listeners.delete(tell);
}
