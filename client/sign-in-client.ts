import { apiCaller, type OnReauthRequired } from './api-caller.ts';
import type { SignOutReason } from './api-error.ts';
import { endReplaced } from './end-replaced.ts';
import { type Locks, sessionKeeper } from './session-keeper.ts';
import {
  isOfAnother,
  memoryStorage,
  readStoredUser,
  type SessionStorage,
  STORAGE_KEYS,
  storeSignIn,
  storeUser,
} from './stored-session.ts';
import type * as wire from './wire-types.ts';

interface TabEvent {
  readonly key: string | null;
  readonly oldValue?: string | null;
  readonly newValue: string | null;
}

/** The part of `window` that reports changes made by other tabs. */
export interface TabEvents {
  addEventListener(type: 'storage', listener: (event: TabEvent) => void): void;
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
  /** Called when a call requires recent authentication. Without it such a call throws `reauth.required`. */
  readonly onReauthRequired?: OnReauthRequired;
  readonly fetch?: typeof fetch;
  readonly now?: () => number;
}

/** Where a page goes when the session has ended. */
export const loginPathFor = (reason: SignOutReason): string =>
  reason === 'signed-out' ? '/login' : `/login?reason=${reason}`;

/** Signing in, the session, and the caller for everything else. Errors as of `createClient`. */
export function createSignInClient(options: ClientOptions = {}) {
  const { baseUrl = '', storage = memoryStorage(), onSignedOut = () => {}, now = Date.now, locks, tabs } = options;
  const fetchFrom: typeof fetch = options.fetch ?? ((input, init) => fetch(input, init));
  const refreshUrl = `${baseUrl}/api/auth/refresh`;
  const keeper = sessionKeeper({ storage, fetch: fetchFrom, now, locks, refreshUrl, onSignedOut });
  const call = apiCaller(baseUrl, fetchFrom, keeper, options.onReauthRequired);
  tabs?.addEventListener('storage', ({ key, oldValue, newValue }) => {
    if (key !== STORAGE_KEYS.access && key !== null) return;
    if (newValue === null || isOfAnother(oldValue, newValue)) onSignedOut('signed-out');
  });

  /** Keeps the stored user, which the page header shows, up to date. */
  const keepUser = (user: wire.OwnUser): wire.OwnUser => {
    storeUser(storage, user);
    return user;
  };

  /** Nobody holds the sign-in before it any longer, so that it ends. */
  const replaceWith = async (pair: wire.SignInWire): Promise<wire.OwnUser> => {
    const before = { access: keeper.currentAccess(), refresh: storage.getItem(STORAGE_KEYS.refresh) ?? '' };
    storeSignIn(storage, pair);
    await endReplaced({ baseUrl, fetch: fetchFrom, now }, before).catch(() => {}); // it expires by itself
    return pair.user;
  };

  const enter = async (body: object): Promise<wire.OwnUser> => {
    const pair = await call.anonymously<wire.SignInWire>('POST /api/auth/login', { body });
    return replaceWith(pair);
  };

  const redeem = async (kind: LinkKind, sent: object): Promise<wire.OwnUser | undefined> => {
    const body = { ...sent, sign_in: true };
    const answer = await call.anonymously<wire.Detail | wire.SignInWire>(`POST /api/auth/${kind}-password`, { body });
    if (!('access_token' in answer)) return undefined;
    return replaceWith(answer);
  };

  const session = {
    /** Name and public settings of the service, needed before sign-in. */
    site: () => call.anonymously<wire.Site>('GET /api/site'),
    /** The policy of a tenant, or the one for guests; an older version if it is named. */
    policy: (query: wire.PolicyQuery = {}) => call.anonymously<wire.Policy>('GET /api/privacy-policy', { query }),
    holdsSignIn: keeper.holdsSignIn,
    /** Clears an expired session, when a page opens. Returns whether there was one. */
    forgetExpired: keeper.forgetExpired,
    storedUser: () => readStoredUser(storage),

    /** @throws ApiError with `detail` `2FA_REQUIRED` (code `login.2fa_required`) when `totp` is needed */
    signIn: (credentials: wire.Credentials) => enter(credentials),
    /** Options for signing in with a passkey. @throws ApiError 404 when passkeys are off */
    passkeyOptions: () => call.anonymously<wire.PasskeyOptions>('GET /api/auth/passkey'),
    /** @throws ApiError as signIn, and `passkey.unknown` for one that the browser should stop offering */
    signInWithPasskey: (proof: wire.PasskeyProof) => enter(proof),
    /** The second call of a sign-in that was answered with `2FA_REQUIRED`. */
    completeSignIn: (pending: string, proof: wire.PasskeyProof | { readonly totp: string }) =>
      enter({ pending, ...proof }),
    /** Mails a six-digit code, if the person may sign in with one; the answer is the same for everybody. */
    mailSignInCode: (email: string) =>
      call.anonymously<wire.Detail>('POST /api/auth/login', { body: { email, send_code: true } }),
    /** With that code, in the browser that requested it. @throws ApiError as signIn */
    signInWithMailedCode: (proof: wire.MailedCodeProof) => enter(proof),
    /** With the ID token that Google issued for this page's nonce. @throws ApiError as signIn */
    signInWithGoogle: async (proof: wire.GoogleProof): Promise<wire.OwnUser> => {
      const pair = await call.anonymously<wire.SignInWire>('POST /api/auth/google', { body: proof });
      return replaceWith(pair);
    },
    /** The identity providers people may sign in with. */
    identityProviderChoices: async () =>
      (await call.anonymously<{ items: wire.IdentityProviderChoice[] }>('GET /api/auth/identity-providers')).items,
    /** With the ticket that an identity provider's callback brought. @throws ApiError as signIn */
    signInWithTicket: (ticket: string) => enter({ ticket }),
    /** Ends the session here and in every tab, even when the service cannot be reached. */
    signOut: async ({ everywhere = false } = {}): Promise<void> => {
      await call.signedIn(`POST /api/auth/logout${everywhere ? '?all=true' : ''}`).catch(() => {});
      keeper.end('signed-out');
    },
    reauthenticate: (proof: wire.Proof) => call.signedIn<wire.Detail>('POST /api/auth/reauthenticate', { body: proof }),

    /** Options for re-authenticating with a passkey. @throws ApiError 404 when the caller has none */
    passkeyProofOptions: () => call.signedIn<wire.PasskeyOptions>('GET /api/auth/reauthenticate/passkey'),
    reauthenticateWithPasskey: (proof: wire.PasskeyProof) =>
      call.signedIn<wire.Detail>('POST /api/auth/reauthenticate/passkey', { body: proof }),

    forgotPassword: (email: string) =>
      call.anonymously<wire.Forgot>('POST /api/auth/forgot-password', { body: { email } }),
    /** Whether a link is still valid; does not spend it. */
    checkLink: (kind: LinkKind, token: string) =>
      call.anonymously<wire.Preflight & Partial<wire.InvitationGreeting>>(`GET /api/auth/${kind}-password`, {
        query: { token },
      }),
    /** Sets a password and signs in; `undefined` when a second factor, or enrolling one, comes first. */
    redeemLink: (kind: LinkKind, token: string, password: string) => redeem(kind, { token, new_password: password }),
    /** Asks whoever invited for a new invitation, by the link of one that expired. The answer is the same for every link. */
    askForInvitation: (token: string) => call.anonymously<wire.Detail>('POST /setup-password/ask', { body: { token } }),
    /** Options for creating an invited person's passkey. @throws ApiError 404 when passkeys are off */
    invitationPasskeyOptions: (token: string) =>
      call.anonymously<wire.PasskeyOptions>('GET /api/auth/setup-password/passkey', { query: { token } }),
    /** Accepts an invitation with a passkey and signs in, as `redeemLink` does with a password. */
    acceptWithPasskey: (token: string, proof: wire.PasskeyProof) => redeem('setup', { token, ...proof }),

    /** For the link in a mail about a sign-in from a new browser. */
    newDevice: {
      /** The sign-in that the mail is about; changes nothing. */
      show: (token: string) => call.anonymously<wire.NewDeviceNotice>('GET /login/new-device', { query: { token } }),
      /** Ends it; `reset_token` is for `redeemLink`. */
      disown: (token: string) => call.anonymously<wire.DisownedSignIn>('POST /login/new-device', { body: { token } }),
    },

    /** For the link in a mail about a change that its owner did not make. */
    takeBack: {
      /** The change that the mail is about; changes nothing. */
      show: (token: string) => call.anonymously<wire.ChangeAlarm>('GET /login/take-back', { query: { token } }),
      /** Takes it back; `reset_token` is for `redeemLink`. */
      use: (token: string) => call.anonymously<wire.TakenBack>('POST /login/take-back', { body: { token } }),
    },

    me: async () => keepUser(await call.signedIn<wire.OwnUser>('GET /api/auth/me')),
    updateProfile: async (profile: wire.Profile) =>
      keepUser(await call.signedIn<wire.OwnUser>('PUT /api/auth/me', { body: profile })),
    recordConsent: (body: wire.ConsentGiven) =>
      call.asWhoever<wire.RecordedConsent>('POST /api/gdpr/consent', { body }),
  };
  return { session, call };
}

/** `setup` for the link of an invitation, `reset` for that of a lost password. */
export type LinkKind = 'reset' | 'setup';
