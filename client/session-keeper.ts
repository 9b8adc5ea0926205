import { ApiError, NoAnswerError, SignedOutError, type SignOutReason } from './api-error.ts';
import { clearSignIn, expiryOf, type SessionStorage, STORAGE_KEYS, storeSignIn } from './stored-session.ts';
import type { SignInWire } from './wire-types.ts';

/** The part of the Web Locks API in use. */
export interface Locks {
  request<Result>(name: string, work: () => Promise<Result>): Promise<Result>;
}

export interface KeeperParts {
  readonly storage: SessionStorage;
  readonly now: () => number;
  /**
   * Held across tabs during a refresh. Without it, two tabs may refresh at once; for a few seconds the service answers both
   * with the same successor, so nothing breaks, but a call is wasted.
   */
  readonly locks: Locks | undefined;
  readonly refresh: (token: string) => Promise<SignInWire>;
  readonly onSignedOut: (reason: SignOutReason) => void;
}

/** A token with less than this left is refreshed before the call, because the call takes time too. */
const EARLY_MS = 30_000;

/** Keeps the stored token pair fresh, and clears it. */
export function sessionKeeper(parts: KeeperParts) {
  const { storage, now } = parts;
  let refreshing: Promise<string> | undefined;
  const stored = (key: 'access' | 'refresh') => storage.getItem(STORAGE_KEYS[key]) ?? '';

  const end = (reason: SignOutReason): SignedOutError => {
    clearSignIn(storage);
    parts.onSignedOut(reason);
    return new SignedOutError(reason);
  };

  const refreshOnce = async (spent: string): Promise<string> => {
    const access = stored('access');
    if (access !== spent && expiryOf(access) > now()) return access; // another tab was faster
    const refresh = stored('refresh');
    if (expiryOf(refresh) <= now()) throw end(access === '' && refresh === '' ? 'unauthorized' : 'expired');
    const pair = await parts.refresh(refresh).catch((error: unknown) => {
      throw error instanceof ApiError && error.status === 401 ? end('expired') : error; // 429 and 503 are temporary
    });
    storeSignIn(storage, pair);
    return pair.access_token;
  };

  const refresh = (spent: string): Promise<string> => {
    const work = () => refreshOnce(spent);
    refreshing ??= (parts.locks ? parts.locks.request(STORAGE_KEYS.refresh, work) : work()).finally(() => {
      refreshing = undefined;
    });
    return refreshing;
  };

  /** An access token that has not expired by the local clock. `spent` is one that the service has refused. */
  const accessToken = async (spent?: string): Promise<string> => {
    const access = stored('access');
    const left = access === spent ? 0 : expiryOf(access) - now();
    if (left > EARLY_MS) return access;
    if (left <= 0) return refresh(access);
    // Still valid: a refresh that fails for lack of network must not fail the call.
    return refresh(access).catch((error: unknown) => {
      if (error instanceof ApiError || error instanceof NoAnswerError) return access;
      throw error;
    });
  };

  const holdsSignIn = (): boolean => expiryOf(stored('access')) > now() || expiryOf(stored('refresh')) > now();

  return {
    accessToken,
    end,
    currentAccess: () => stored('access'),
    holdsSignIn,
    /** Clears an expired session. Returns whether there was one. */
    forgetExpired: (): boolean => {
      if (holdsSignIn() || Object.values(STORAGE_KEYS).every((key) => storage.getItem(key) === null)) return false;
      clearSignIn(storage);
      return true;
    },
  };
}
