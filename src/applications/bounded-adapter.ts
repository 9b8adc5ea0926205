import type { Adapter, AdapterPayload } from 'oidc-provider';

/**
 * Characters of JSON that the library may keep for callers who have not signed in. They choose how long `state`, `ui_locales`
 * and the rest are, and may ask again and again.
 */
const MOST_OF_STRANGER = 4096;

/** Made before anybody is known. Everything else is of somebody who signed in, or of an application. */
const OF_STRANGERS: ReadonlySet<string> = new Set(['Interaction', 'DeviceCode', 'Session']);

/** Refuses to store what is too long. `tooLong` makes the refusal that the caller is told. */
export function boundedAdapter(model: string, adapter: Adapter, tooLong: () => Error): Adapter {
  if (!OF_STRANGERS.has(model)) return adapter;
  return {
    ...adapter,
    upsert: async (id, payload, expiresIn) => {
      if (isTooLong(payload)) throw tooLong();
      return adapter.upsert(id, payload, expiresIn);
    },
  };
}

const isTooLong = (payload: AdapterPayload): boolean =>
  payload.accountId === undefined && JSON.stringify(payload).length > MOST_OF_STRANGER;
