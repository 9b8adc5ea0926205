import type { CryptoKey, JWK } from 'jose';
import { AppError } from '../../platform/kernel/app-error.ts';
import type { Clock } from '../../platform/kernel/clock.ts';
import { hours, type Milliseconds, minutes, seconds } from '../../platform/kernel/durations.ts';
import { membersOf, parseJson } from '../../platform/kernel/unchecked.ts';
import { tracedFetch } from '../../platform/outgoing/outgoing-fetch.ts';

/** Minimum pause after any fetch, failed or not: forged key ids and outages must not cause more of them. */
export const KEYS_COOL_DOWN: Milliseconds = seconds(30);
const FRESH_AT_LEAST = minutes(5);
const USED_AT_MOST = hours(24);

/** Google's signing keys, cached as long as it allows. */
export interface GoogleKeys {
  /**
   * `undefined` for a key Google does not have.
   * @throws AppError `google.unavailable` (503) when that cannot be decided
   */
  find(kid: string): Promise<CryptoKey | undefined>;
}

interface Held {
  readonly keys: KeySet['keys'];
  readonly freshUntil: Milliseconds;
  readonly usableUntil: Milliseconds;
}

export function googleKeys(url: string, clock: Clock): GoogleKeys {
  let held: Held | undefined;
  let triedAt = -Infinity;
  let failure: unknown;
  let underWay: Promise<void> | undefined;

  const fetchAll = async () => {
    const askedAt = clock.now();
    triedAt = askedAt;
    try {
      const { keys, maxAge } = await fetchGoogleKeys(url);
      const freshFor = Math.min(Math.max(maxAge, FRESH_AT_LEAST), USED_AT_MOST);
      held = { keys, freshUntil: askedAt + freshFor, usableUntil: askedAt + USED_AT_MOST };
      failure = undefined;
    } catch (error) {
      failure = error; // cached keys stay in use for a while, so that an outage of Google locks nobody out
    } finally {
      underWay = undefined;
    }
  };
  const refresh = async () => {
    if (underWay === undefined && clock.now() - triedAt < KEYS_COOL_DOWN) return;
    underWay ??= fetchAll();
    await underWay;
  };
  const unavailable = () =>
    new AppError('google.unavailable', {
      retryAfter: triedAt + KEYS_COOL_DOWN - clock.now(),
      cause: failure,
    });

  return {
    find: async (kid) => {
      const known = held?.keys.get(kid);
      if (known !== undefined && held !== undefined && held.freshUntil > clock.now()) return known;
      await refresh();
      if (held === undefined || held.usableUntil <= clock.now()) throw unavailable();
      const found = held.keys.get(kid);
      if (found === undefined && failure !== undefined) throw unavailable(); // it may be a new key
      return found;
    },
  };
}

/** Google's keys by id, and how long they are fresh. */
interface KeySet {
  readonly keys: ReadonlyMap<string, CryptoKey>;
  readonly maxAge: Milliseconds;
}

const GIVE_UP_AFTER = seconds(5);
const LARGEST = 64 * 1024;
const MOST_KEYS = 20;

/**
 * Fetches a key set (RFC 7517 §5).
 * @throws Error when the server is unreachable or slow, redirects, or sends anything but a key set of sensible size
 */
async function fetchGoogleKeys(url: string): Promise<KeySet> {
  // A redirect could lead into our own network. The time limit covers the body too.
  const request: RequestInit = {
    redirect: 'error',
    signal: AbortSignal.timeout(GIVE_UP_AFTER),
    headers: { accept: 'application/json' },
  };
  const answer = await tracedFetch(new URL(url), 'GET', () => fetch(url, request));
  if (answer.status !== 200) {
    await answer.body?.cancel();
    throw new Error(`The key set answered with ${answer.status}`);
  }
  const { keys: listed } = membersOf(parseJson(await readAtMost(answer, LARGEST)));
  if (!Array.isArray(listed) || listed.length > MOST_KEYS) throw new Error('The response is not a key set');
  const keys = await importAll(listed.filter(isSigningKey));
  if (keys.size === 0) throw new Error('The key set has no usable key');
  return { keys, maxAge: maxAgeOf(answer.headers.get('cache-control') ?? '') };
}

async function importAll(jwks: readonly (JWK & { kid: string })[]): Promise<Map<string, CryptoKey>> {
  const { importJWK } = await import('jose/key/import'); // loaded only when Google is configured
  const imported = jwks.map(
    async ({ kid, kty, n, e }) => [kid, await importJWK({ kty, n, e } as JWK, 'RS256')] as const,
  );
  return new Map((await Promise.all(imported)) as [string, CryptoKey][]);
}

/** Keys of other kinds are skipped, not refused: Google may add some. */
function isSigningKey(value: unknown): value is JWK & { kid: string } {
  const { kty, kid, use = 'sig', alg = 'RS256', n, e } = membersOf(value);
  const named = typeof kid === 'string' && kid.length > 0 && kid.length <= 200;
  return named && kty === 'RSA' && use === 'sig' && alg === 'RS256' && typeof n === 'string' && typeof e === 'string';
}

async function readAtMost(answer: Response, most: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of answer.body ?? []) {
    size += chunk.length;
    if (size > most) throw new Error('The key set is too large'); // leaving the loop cancels the rest
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** RFC 9111 §5.2.2.1; 0 when absent. */
const maxAgeOf = (cacheControl: string): Milliseconds =>
  seconds(Number(/(?:^|[\s,])max-age=(\d{1,9})/i.exec(cacheControl)?.[1] ?? 0));
