import type { Adapter, AdapterPayload } from 'oidc-provider';

/**
 * Most JSON characters that the library may store for callers who have not signed in: they choose the length of `ui_locales` and
 * the rest, and may repeat the request at will.
 */
const MOST_OF_STRANGER = 4096;
/** Apart from `state`, in which some applications keep all that they need to go on. */
const LONGEST_STATE = 8192;

/** Records created before anybody has signed in. All others belong to a signed-in person or an application. */
const OF_STRANGERS: ReadonlySet<string> = new Set(['Interaction', 'DeviceCode', 'Session']);

/** Refuses to store records that are too long. `tooLong` makes the caller's error. */
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

function isTooLong({ params: { state = '', ...params } = {}, ...payload }: AdapterPayload): boolean {
  if (payload.accountId !== undefined) return false;
  return String(state).length > LONGEST_STATE || JSON.stringify({ ...payload, params }).length > MOST_OF_STRANGER;
}
