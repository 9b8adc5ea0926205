import createFetchClient from 'openapi-fetch';
import { administrationCalls, formOf } from './administration-calls.ts';
import type { Query } from './route-types.ts';
import { type Connection, querySerializer } from './service-calls.ts';
import type { paths } from './service-types.ts';
import { type ClientOptions, createSignInClient } from './sign-in-client.ts';
import { switchTenant } from './switch-tenant.ts';
import type * as wire from './wire-types.ts';

/**
 * A client of one service for one user. Errors: ApiError, NoAnswerError, SignedOutError. `api` calls any route by openapi-fetch,
 * the others are named for what they do.
 */
export function createClient(options: ClientOptions = {}) {
  const { session, connection } = createSignInClient(options);
  const { baseUrl = '' } = options;
  const api = createFetchClient<paths>({ baseUrl, fetch: connection.fetch, querySerializer });
  return { ...session, ...furtherCalls(connection), api };
}

/** What comes after the sign-in. */
export const furtherCalls = (connection: Connection) => ({
  ...ownAccountCalls(connection),
  ...administrationCalls(connection),
  switchTenant: switchTenant(connection),
  documents: documentCalls(connection),
  /** For the page on which people sign in to an application; works only in the browser that the application sent here. */
  interactions: {
    details: connection.open.call('GET /oidc/interaction/{uid}/details'),
    /** Signs the caller in to the application, or says what is missing. */
    decide: (uid: string, decision: wire.InteractionDecision = {}) =>
      connection.send('POST /oidc/interaction/{uid}')(uid, decision),
    refuse: (uid: string) => connection.open.send('POST /oidc/interaction/{uid}/refuse')(uid, {}),
  },
});

export type Client = ReturnType<typeof createClient>;

/** Calls about one's own account and data. */
const ownAccountCalls = ({ call, ask, send, sendAsking, file, items }: Connection) => ({
  uploadAvatar: async (picture: Blob) =>
    (await send('POST /api/auth/me/avatar')(formOf('avatar', picture))) as { avatar_url: string | null }, // there is a file
  deleteAvatar: call('DELETE /api/auth/me/avatar'),
  changePassword: send('POST /api/auth/change-password'),
  /** Sends a code to the new address. */
  requestEmailChange: (email: string) => send('POST /api/users/me/email')({ email }),
  /** Leaves a tenant, but not the last one. */
  leaveMembership: call('DELETE /api/users/me/memberships/{id}'),
  /** Invitations to join another tenant with this account. `token`: of the link in the mail. */
  ownInvitations: {
    list: async (token?: string) =>
      (await ask('GET /api/users/me/invitations')(token === undefined ? {} : { token })).items,
    accept: (id: number, token?: string) =>
      send('POST /api/users/me/invitations/{id}/accept')(id, token === undefined ? {} : { token }),
    decline: (id: number, token?: string) =>
      send('POST /api/users/me/invitations/{id}/decline')(id, token === undefined ? {} : { token }),
  },
  /** Clubs that ask one to come over. */
  ownTransfers: {
    list: async () => (await ask('GET /api/users/me/transfers')()).items,
    accept: call('POST /api/users/me/transfers/{id}/accept'),
    decline: call('POST /api/users/me/transfers/{id}/decline'),
  },
  confirmEmailChange: (code: string) => send('POST /api/users/me/email/confirm')({ code }),
  sessions: async () => (await ask('GET /api/users/me/sessions')({ limit: 200 })).items,
  /** Sign-ins, as far back as the audit log reaches. */
  signInHistory: ask('GET /api/users/me/sign-in-history'),
  /** The administrators of one's own tenant, as contacts. */
  contacts: items('GET /api/users/me/contacts'),
  endSession: call('DELETE /api/users/me/sessions/{id}'),
  endOtherSessions: call('DELETE /api/users/me/sessions'),
  /** The browsers one has signed in from. */
  knownDevices: items('GET /api/users/me/devices'),
  forgetDevice: call('DELETE /api/users/me/devices/{id}'),
  google: call('GET /api/users/me/google'),
  linkGoogle: send('POST /api/users/me/google'),
  /** Every identity provider, linked or not. */
  identities: items('GET /api/users/me/identities'),
  /** `ticket`: from the provider's callback after leaving to link an account. */
  linkIdentity: (ticket: string) => send('POST /api/users/me/identities')({ ticket }),
  unlinkIdentity: call('DELETE /api/users/me/identities/{key}'),
  unlinkGoogle: call('DELETE /api/users/me/google'),

  passkeys: {
    list: call('GET /api/users/me/passkeys'),
    /** As a second step, any security key will do; it cannot sign in alone. */
    options: (query: Query<'POST /api/users/me/passkeys/options'> = {}) =>
      sendAsking('POST /api/users/me/passkeys/options')(undefined, query),
    add: send('POST /api/users/me/passkeys'),
    rename: (id: number, name: string) => send('PATCH /api/users/me/passkeys/{id}')(id, { name }),
    remove: call('DELETE /api/users/me/passkeys/{id}'),
  },
  ownApplications: {
    /** The applications that the caller has consented to. */
    list: items('GET /api/users/me/applications'),
    /** Withdraws the consent. */
    withdraw: call('DELETE /api/users/me/applications/{id}'),
    /** Which application the device that shows this code belongs to, and what it may read. */
    findDevice: (user_code: string) => send('POST /api/users/me/applications/device')({ user_code }),
    decideDevice: send('POST /api/users/me/applications/device/decision'),
  },

  twoFactor: {
    status: call('GET /api/auth/2fa/status'),
    setUp: call('POST /api/auth/2fa/setup'),
    verify: (code: string) => send('POST /api/auth/2fa/verify')({ code }),
    disable: call('POST /api/auth/2fa/disable'),
    renewRecoveryCodes: call('POST /api/auth/2fa/recovery-codes'),
  },

  privacy: {
    consents: ask('GET /api/users/me/gdpr-consent'),
    accessLog: ask('GET /api/users/me/access-log'),
    /** Who was given the caller's data, and what they answered when told of a change. */
    recipients: call('GET /api/users/me/recipients'),
    /** Everything the service stores about the caller, as its JSON file. */
    exportOf: file('GET /api/users/me/gdpr-export'),
    /** The latest request; null when there never was one. */
    erasure: call('GET /api/users/me/erasure'),
    requestErasure: call('POST /api/users/me/erasure'),
    cancelErasure: call('DELETE /api/users/me/erasure'),
  },
});

/** The document archive. Public documents need no sign-in; signing in adds those of the tenant. */
const documentCalls = ({ call, send, either }: Connection) => ({
  list: either.ask('GET /api/documents'),
  get: either.call('GET /api/documents/{id}'),
  yearbooks: either.ask('GET /api/yearbooks'),
  file: (id: number, { signal }: { readonly signal?: AbortSignal } = {}) =>
    either.file('GET /api/documents/{id}/file')(id, undefined, signal),
  add: (file: Blob, words: NewDocument) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(words)) if (value !== undefined) form.append(name, String(value));
    form.append('file', file);
    return send('POST /api/admin/documents')(form);
  },
  edit: send('PUT /api/admin/documents/{id}'),
  remove: call('DELETE /api/admin/documents/{id}'),
});

interface NewDocument extends Partial<Pick<wire.Document, 'kind' | 'visibility' | 'language'>> {
  readonly title: string;
  readonly year?: number;
  readonly tenant_id?: number;
}
