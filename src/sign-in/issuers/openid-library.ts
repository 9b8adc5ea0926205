import type { CustomFetch } from 'openid-client';
import type { OutgoingFetch } from '../../platform/outgoing/outgoing-fetch.ts';

/** Loaded when the first person leaves for an issuer, or a connection is tested. */
export const loadLibrary = () => import('openid-client');

/** Every request of the library goes through our bounds. */
export const libraryFetch =
  (fetch: OutgoingFetch): CustomFetch =>
  (url, { method, headers, body }) =>
    fetch(url, { method, headers, body: body == null ? undefined : String(body) });
