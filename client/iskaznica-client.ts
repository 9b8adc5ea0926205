import type { SignOutReason } from './api-error.ts';
import type { Body } from './route-types.ts';
import { type ConnectionOptions, connect } from './service-calls.ts';
import { isOfAnother, memoryStorage, readStoredUser, STORAGE_KEYS, storeSignIn, storeUser } from './stored-session.ts';
import type { OwnUser, PasskeyProof, SignInWire } from './wire-types.ts';

interface TabEvent {
  readonly key: string | null;
  readonly oldValue?: string | null;
  readonly newValue: string | null;
}

/** The part of `window` that reports changes made by other tabs. */
export interface TabEvents {
  addEventListener(type: 'storage', listener: (event: TabEvent) => void): void;
}

export interface ClientOptions extends ConnectionOptions {
  /** `window` in a browser, so that signing out in one tab signs out all. */
  readonly tabs?: TabEvents;
}

/** Where a page goes when the session has ended. */
export const loginPathFor = (reason: SignOutReason): string =>
  reason === 'signed-out' ? '/login' : `/login?reason=${reason}`;

/** A way in; `pending` stands for the first step of a sign-in that was answered with `2FA_REQUIRED`. */
export type SignInProof =
  | { readonly email: string; readonly password: string; readonly totp?: string }
  /** A mailed code, in the browser that requested it. */
  | { readonly email: string; readonly code: string }
  /** What an identity provider's callback brought. */
  | { readonly ticket: string }
  | { readonly pending: string; readonly totp: string }
  | (PasskeyProof & { readonly pending?: string });

/** `setup` for the link of an invitation, `reset` for that of a lost password. */
export type LinkKind = 'reset' | 'setup';

/** A client of one service for one user. Errors: ApiError, NoAnswerError, SignedOutError. */
export function createClient(options: ClientOptions = {}) {
  const connection = connect(options);
  const { keeper, storage, call, open } = connection;
  options.tabs?.addEventListener('storage', ({ key, oldValue, newValue }) => {
    if (key !== STORAGE_KEYS.access && key !== null) return;
    if (newValue === null || isOfAnother(oldValue, newValue)) options.onSignedOut?.('signed-out');
  });

  /** Keeps the stored user, which the page header shows, up to date. */
  const keepUser = (user: OwnUser): OwnUser => {
    storeUser(storage, user);
    return user;
  };

  /** Nobody holds the sign-in before it any longer, so that it ends. */
  const replaceWith = async (pair: SignInWire): Promise<OwnUser> => {
    const replaced = memoryStorage();
    for (const key of Object.values(STORAGE_KEYS)) replaced.setItem(key, storage.getItem(key) ?? '');
    storeSignIn(storage, pair);
    const before = connect({ ...options, storage: replaced, locks: undefined, onSignedOut: () => {} });
    if (before.keeper.holdsSignIn()) await before.call('POST /api/auth/logout').catch(() => {}); // it expires by itself
    return pair.user;
  };

  return {
    ...connection,
    holdsSignIn: keeper.holdsSignIn,
    /** Clears an expired session, when a page opens. Returns whether there was one. */
    forgetExpired: keeper.forgetExpired,
    storedUser: () => readStoredUser(storage),

    /**
     * @throws ApiError with `detail` `2FA_REQUIRED` (code `login.2fa_required`) when a second step is needed, and `passkey.unknown` for
     * a passkey that the browser should stop offering
     */
    signIn: async (proof: SignInProof) => replaceWith((await open.call('POST /api/auth/login', proof)) as SignInWire), // only `send_code` has another answer
    /** With the ID token that Google issued for this page's nonce. @throws ApiError as signIn */
    signInWithGoogle: async (proof: Body<'POST /api/auth/google'>) =>
      replaceWith(await open.call('POST /api/auth/google', proof)),
    /** Sets a password, or accepts with a passkey, and signs in; `undefined` when a second factor, or enrolling one, comes first. */
    redeemLink: async (kind: LinkKind, sent: Body<'POST /api/auth/setup-password'>) => {
      const answer = await open.call(`POST /api/auth/${kind}-password`, { ...sent, sign_in: true });
      return 'access_token' in answer ? replaceWith(answer as SignInWire) : undefined; // a pair is whole
    },
    /** Ends the session here and in every tab, even when the service cannot be reached. */
    signOut: async ({ everywhere = false } = {}): Promise<void> => {
      await call('POST /api/auth/logout', undefined, { all: everywhere || undefined }).catch(() => {});
      keeper.end('signed-out');
    },

    me: async () => keepUser(await call('GET /api/auth/me')),
    confirmProfile: async () => keepUser(await call('POST /api/users/me/checked')),
    updateProfile: async (profile: Body<'PUT /api/auth/me'>) => keepUser(await call('PUT /api/auth/me', profile)),
  };
}

export type Client = ReturnType<typeof createClient>;
