import type { SignOutReason } from './api-error.ts';
import type { Body } from './route-types.ts';
import { type ConnectionOptions, connect } from './service-calls.ts';
import { isOfAnother, memoryStorage, readStoredUser, STORAGE_KEYS, storeSignIn, storeUser } from './stored-session.ts';
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

export interface ClientOptions extends ConnectionOptions {
  /** `window` in a browser, so that signing out in one tab signs out all. */
  readonly tabs?: TabEvents;
}

/** Where a page goes when the session has ended. */
export const loginPathFor = (reason: SignOutReason): string =>
  reason === 'signed-out' ? '/login' : `/login?reason=${reason}`;

/** Signing in, the session, and the connection for everything else. Errors as of `createClient`. */
export function createSignInClient(options: ClientOptions = {}) {
  const connection = connect(options);
  const { keeper, storage, call, send, sendAsking, open, either } = connection;
  options.tabs?.addEventListener('storage', ({ key, oldValue, newValue }) => {
    if (key !== STORAGE_KEYS.access && key !== null) return;
    if (newValue === null || isOfAnother(oldValue, newValue)) options.onSignedOut?.('signed-out');
  });

  /** Keeps the stored user, which the page header shows, up to date. */
  const keepUser = (user: wire.OwnUser): wire.OwnUser => {
    storeUser(storage, user);
    return user;
  };

  /** Nobody holds the sign-in before it any longer, so that it ends. */
  const replaceWith = async (pair: wire.SignInWire): Promise<wire.OwnUser> => {
    const replaced = memoryStorage();
    for (const key of Object.values(STORAGE_KEYS)) replaced.setItem(key, storage.getItem(key) ?? '');
    storeSignIn(storage, pair);
    const before = connect({ ...options, storage: replaced, locks: undefined, onSignedOut: () => {} });
    if (before.keeper.holdsSignIn())
      await before
        .call('POST /api/auth/logout')()
        .catch(() => {}); // it expires by itself
    return pair.user;
  };

  const enter = async (body: object): Promise<wire.OwnUser> =>
    replaceWith((await open.send('POST /api/auth/login')(body)) as wire.SignInWire); // only `send_code` has another answer

  const redeem = async (kind: LinkKind, sent: Body<'POST /api/auth/setup-password'>) => {
    const answer = await open.send(`POST /api/auth/${kind}-password`)({ ...sent, sign_in: true });
    return 'access_token' in answer ? replaceWith(answer as wire.SignInWire) : undefined; // a pair is whole
  };

  const session = {
    /** Name and public settings of the service, needed before sign-in. */
    site: open.call('GET /api/site'),
    /** The policy of a tenant, or the one for guests; an older version if it is named. */
    policy: open.ask('GET /api/privacy-policy'),
    holdsSignIn: keeper.holdsSignIn,
    /** Clears an expired session, when a page opens. Returns whether there was one. */
    forgetExpired: keeper.forgetExpired,
    storedUser: () => readStoredUser(storage),

    /** @throws ApiError with `detail` `2FA_REQUIRED` (code `login.2fa_required`) when `totp` is needed */
    signIn: (credentials: { readonly email: string; readonly password: string; readonly totp?: string }) =>
      enter(credentials),
    /** Options for signing in with a passkey. @throws ApiError 404 when passkeys are off */
    passkeyOptions: open.call('GET /api/auth/passkey'),
    /** @throws ApiError as signIn, and `passkey.unknown` for one that the browser should stop offering */
    signInWithPasskey: (proof: wire.PasskeyProof) => enter(proof),
    /** The second call of a sign-in that was answered with `2FA_REQUIRED`. */
    completeSignIn: (pending: string, proof: wire.PasskeyProof | { readonly totp: string }) =>
      enter({ pending, ...proof }),
    /** Mails a six-digit code, if the person may sign in with one; the answer is the same for everybody. */
    mailSignInCode: (email: string) => open.send('POST /api/auth/login')({ email, send_code: true }),
    /** With that code, in the browser that requested it. @throws ApiError as signIn */
    signInWithMailedCode: (proof: { readonly email: string; readonly code: string }) => enter(proof),
    /** With the ID token that Google issued for this page's nonce. @throws ApiError as signIn */
    signInWithGoogle: async (proof: wire.GoogleProof) => replaceWith(await open.send('POST /api/auth/google')(proof)),
    /** The identity providers people may sign in with. */
    identityProviderChoices: async () => (await open.call('GET /api/auth/identity-providers')()).items,
    /** With the ticket that an identity provider's callback brought. @throws ApiError as signIn */
    signInWithTicket: (ticket: string) => enter({ ticket }),
    /** Ends the session here and in every tab, even when the service cannot be reached. */
    signOut: async ({ everywhere = false } = {}): Promise<void> => {
      await sendAsking('POST /api/auth/logout')(undefined, { all: everywhere || undefined }).catch(() => {});
      keeper.end('signed-out');
    },
    reauthenticate: send('POST /api/auth/reauthenticate'),
    /** Options for re-authenticating with a passkey. @throws ApiError 404 when the caller has none */
    passkeyProofOptions: call('GET /api/auth/reauthenticate/passkey'),
    reauthenticateWithPasskey: send('POST /api/auth/reauthenticate/passkey'),

    forgotPassword: (email: string) => open.send('POST /api/auth/forgot-password')({ email }),
    /** Whether a link is still valid; does not spend it. */
    checkLink: (kind: LinkKind, token: string): Promise<wire.Preflight & Partial<wire.InvitationGreeting>> =>
      open.ask(`GET /api/auth/${kind}-password`)({ token }),
    /** Sets a password and signs in; `undefined` when a second factor, or enrolling one, comes first. */
    redeemLink: (kind: LinkKind, token: string, password: string) => redeem(kind, { token, new_password: password }),
    /** Asks whoever invited for a new invitation, by the link of one that expired. The answer is the same for every link. */
    askForInvitation: (token: string) => open.send('POST /setup-password/ask')({ token }),
    /** Options for creating an invited person's passkey. @throws ApiError 404 when passkeys are off */
    invitationPasskeyOptions: (token: string) => open.ask('GET /api/auth/setup-password/passkey')({ token }),
    /** Accepts an invitation with a passkey and signs in, as `redeemLink` does with a password. */
    acceptWithPasskey: (token: string, proof: wire.NewPasskeyProof) => redeem('setup', { token, ...proof }),

    /** For the link in a mail about a sign-in from a new browser. */
    newDevice: {
      /** The sign-in that the mail is about; changes nothing. */
      show: (token: string) => open.ask('GET /login/new-device')({ token }),
      /** Ends it; `reset_token` is for `redeemLink`. */
      disown: (token: string) => open.send('POST /login/new-device')({ token }),
    },
    /** For the link in a mail about a change that its owner did not make. */
    takeBack: {
      /** The change that the mail is about; changes nothing. */
      show: (token: string) => open.ask('GET /login/take-back')({ token }),
      /** Takes it back; `reset_token` is for `redeemLink`. */
      use: (token: string) => open.send('POST /login/take-back')({ token }),
    },

    me: async () => keepUser(await call('GET /api/auth/me')()),
    confirmProfile: async () => keepUser(await send('POST /api/users/me/checked')()),
    updateProfile: async (profile: wire.Profile) => keepUser(await send('PUT /api/auth/me')(profile)),
    recordConsent: either.send('POST /api/gdpr/consent'),
  };
  return { session, connection };
}

/** `setup` for the link of an invitation, `reset` for that of a lost password. */
export type LinkKind = 'reset' | 'setup';
