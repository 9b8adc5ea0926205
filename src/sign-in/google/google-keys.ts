import type { CryptoKey } from 'jose';
import { AppError } from '../../platform/kernel/app-error.ts';
import type { Clock } from '../../platform/kernel/clock.ts';
import { hours, type Milliseconds, minutes, seconds } from '../../platform/kernel/durations.ts';
import { googleErrors } from './google-errors.ts';
import { fetchGoogleKeys, type KeySet } from './google-key-set.ts';

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
    new AppError(googleErrors['google.unavailable'], {
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
