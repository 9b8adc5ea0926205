import { administrationCalls } from './administration-calls.ts';
import { apiCaller, type OnReauthRequired } from './api-caller.ts';
import type { SignOutReason } from './api-error.ts';
import { documentCalls } from './document-calls.ts';
import { ownAccountCalls } from './own-account-calls.ts';
import { type Locks, sessionKeeper } from './session-keeper.ts';
import {
  memoryStorage,
  readStoredUser,
  type SessionStorage,
  STORAGE_KEYS,
  storeSignIn,
  storeUser,
} from './stored-session.ts';
import type * as wire from './wire-types.ts';

/** The part of `window` that reports changes made by other tabs. */
export interface TabEvents {
  addEventListener(type: 'storage', listener: (event: { key: string | null; newValue: string | null }) => void): void;
}

export interface ClientOptions {
  /** Origin of the service; empty on its own pages. */
  readonly baseUrl?: string;
  /** `localStorage` in a browser; in memory by default. */
  readonly storage?: SessionStorage;
  /** `navigator.locks` in a browser, so that only one tab refreshes. */
  readonly locks?: Locks | undefined;
  /** `window` in a browser, so that signing out in one tab signs out all. */
  readonly tabs?: TabEvents;
  /** Called after the stored session is cleared. A page goes to `/login?reason=…` (`loginPathFor`). */
  readonly onSignedOut?: (reason: SignOutReason) => void;
  /** Called when a call needs a recent proof of who the caller is. Without it such a call throws `reauth.required`. */
  readonly onReauthRequired?: OnReauthRequired;
  readonly fetch?: typeof fetch;
  readonly now?: () => number;
}

/** Where a page goes when the session has ended. */
export const loginPathFor = (reason: SignOutReason): string =>
  reason === 'signed-out' ? '/login' : `/login?reason=${reason}`;

/** A client of one service for one user. Errors: ApiError, NoAnswerError, SignedOutError. */
export function createClient(options: ClientOptions = {}) {
  const { baseUrl = '', storage = memoryStorage(), onSignedOut = () => {}, now = Date.now, locks, tabs } = options;
  const fetchFrom: typeof fetch = options.fetch ?? ((input, init) => fetch(input, init));
  const refreshUrl = `${baseUrl}/api/auth/refresh`;
  const keeper = sessionKeeper({ storage, fetch: fetchFrom, now, locks, refreshUrl, onSignedOut });
  const call = apiCaller(baseUrl, fetchFrom, keeper, options.onReauthRequired);
  tabs?.addEventListener('storage', ({ key, newValue }) => {
    if (newValue === null && (key === STORAGE_KEYS.access || key === null)) onSignedOut('signed-out');
  });

  /** Keeps the stored user, which the page header shows, up to date. */
  const keepUser = (user: wire.User): wire.User => {
    storeUser(storage, user);
    return user;
  };

  return {
    /** Name and public settings of the service, needed before sign-in. */
    site: () => call.anonymously<wire.Site>('GET /api/site'),
    holdsSignIn: keeper.holdsSignIn,
    /** Clears an expired session, when a page opens. Returns whether there was one. */
    forgetExpired: keeper.forgetExpired,
    storedUser: () => readStoredUser(storage),

    /** @throws ApiError with `detail` `2FA_REQUIRED` (code `login.2fa_required`) when `totp` is needed */
    signIn: async (credentials: wire.Credentials): Promise<wire.User> => {
      const pair = await call.anonymously<wire.SignInWire>('POST /api/auth/login', { body: credentials });
      storeSignIn(storage, pair);
      return pair.user;
    },
    /** With the ID token that Google issued for this page's nonce. @throws ApiError as signIn */
    signInWithGoogle: async (proof: wire.GoogleProof): Promise<wire.User> => {
      const pair = await call.anonymously<wire.SignInWire>('POST /api/auth/google', { body: proof });
      storeSignIn(storage, pair);
      return pair.user;
    },
    /** Ends the session here and in every tab, even when the service cannot be reached. */
    signOut: async ({ everywhere = false } = {}): Promise<void> => {
      await call.signedIn(`POST /api/auth/logout${everywhere ? '?all=true' : ''}`).catch(() => {});
      keeper.end('signed-out');
    },
    reauthenticate: (proof: wire.Proof) => call.signedIn<wire.Detail>('POST /api/auth/reauthenticate', { body: proof }),

    forgotPassword: (email: string) =>
      call.anonymously<wire.Forgot>('POST /api/auth/forgot-password', { body: { email } }),
    /** Whether a link is still valid; does not spend it. */
    checkLink: (kind: LinkKind, token: string) =>
      call.anonymously<wire.Preflight & Partial<wire.InvitationGreeting>>(`GET /api/auth/${kind}-password`, {
        query: { token },
      }),
    redeemLink: (kind: LinkKind, token: string, password: string) =>
      call.anonymously<wire.Detail>(`POST /api/auth/${kind}-password`, { body: { token, new_password: password } }),

    me: async () => keepUser(await call.signedIn<wire.User>('GET /api/auth/me')),
    updateProfile: async (profile: wire.Profile) =>
      keepUser(await call.signedIn<wire.User>('PUT /api/auth/me', { body: profile })),
    recordConsent: (body: wire.ConsentGiven) =>
      call.asWhoever<wire.RecordedConsent>('POST /api/gdpr/consent', { body }),

    ...ownAccountCalls(call),
    ...administrationCalls(call),
    ...documentCalls(call),
  };
}

/** `setup` for the link of an invitation, `reset` for that of a lost password. */
export type LinkKind = 'reset' | 'setup';

export type Client = ReturnType<typeof createClient>;
