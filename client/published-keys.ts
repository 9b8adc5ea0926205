import { errorOf, noAnswer } from './api-error.ts';

interface PublishedKeysOptions {
  readonly address: string;
  readonly fetch: typeof fetch;
  readonly now: () => number;
}

interface PublishedKeys {
  /** @throws ApiError, NoAnswerError when there are no keys yet */
  find(kid: string): Promise<CryptoKey | undefined>;
}

/** How long a key set is cached, and how soon it may be fetched again for a missing key, in milliseconds. */
const BELIEVED = 60_000;
const AGAIN = 5_000;

/** Fetches the key set when first needed, and again once the cache has expired, so that a revoked key is not trusted for longer. */
export function publishedKeys({ address, fetch: fetchFrom, now }: PublishedKeysOptions): PublishedKeys {
  let keys = new Map<string, CryptoKey>();
  let readAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> | undefined;
  const read = async () => {
    const answer = await fetchFrom(address).catch(noAnswer);
    if (!answer.ok) throw await errorOf(answer);
    keys = await keysOf((await answer.json()) as KeySet);
    readAt = now();
  };
  return {
    find: async (kid) => {
      const age = now() - readAt;
      // Anybody can invent a `kid`, so an unknown one causes a fetch only now and then.
      if (age >= BELIEVED || (!keys.has(kid) && age >= AGAIN)) {
        reading ??= read().finally(() => {
          reading = undefined;
        });
        await reading;
      }
      return keys.get(kid);
    },
  };
}

/** RFC 7517, and for Ed25519 RFC 8037. */
interface KeySet {
  readonly keys?: readonly {
    readonly kty?: string;
    readonly crv?: string;
    readonly kid?: string;
    readonly x?: string;
  }[];
}

async function keysOf(set: KeySet): Promise<Map<string, CryptoKey>> {
  const found = new Map<string, CryptoKey>();
  for (const { kty, crv, kid, x } of set.keys ?? []) {
    if (kty !== 'OKP' || crv !== 'Ed25519' || kid === undefined || x === undefined) continue;
    found.set(kid, await crypto.subtle.importKey('jwk', { kty, crv, x }, 'Ed25519', false, ['verify']));
  }
  return found;
}
