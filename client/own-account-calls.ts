import type { ApiCaller } from './api-caller.ts';
import type * as wire from './wire-types.ts';

/** Calls about one's own account and data. */
export const ownAccountCalls = ({ signedIn }: ApiCaller) => ({
  uploadAvatar: (picture: Blob) => {
    const form = new FormData();
    form.append('avatar', picture);
    return signedIn<{ avatar_url: string | null }>('POST /api/auth/me/avatar', { form });
  },
  deleteAvatar: () => signedIn<{ avatar_url: null }>('DELETE /api/auth/me/avatar'),
  changePassword: (body: { current_password: string; new_password: string }) =>
    signedIn<wire.Detail>('POST /api/auth/change-password', { body }),
  /** Sends a code to the new address. */
  requestEmailChange: (email: string) => signedIn<wire.Detail>('POST /api/users/me/email', { body: { email } }),
  confirmEmailChange: (code: string) => signedIn<unknown>('POST /api/users/me/email/confirm', { body: { code } }),
  sessions: async () => (await signedIn<{ items: wire.OwnSession[] }>('GET /api/users/me/sessions?limit=200')).items,
  /** Sign-ins, as far back as the audit log reaches. */
  signInHistory: (query: wire.PageQuery = {}) =>
    signedIn<wire.List<wire.PastSignIn>>('GET /api/users/me/sign-in-history', { query }),
  /** The administrators of one's own tenant, as contacts. */
  contacts: async () => (await signedIn<{ items: wire.Contact[] }>('GET /api/users/me/contacts')).items,
  endSession: (id: string) => signedIn<void>(`DELETE /api/users/me/sessions/${encodeURIComponent(id)}`),
  endOtherSessions: () => signedIn<{ ended: number }>('DELETE /api/users/me/sessions'),
  /** The browsers one has signed in from. */
  knownDevices: async () => (await signedIn<{ items: wire.KnownDevice[] }>('GET /api/users/me/devices')).items,
  forgetDevice: (id: number) => signedIn<void>(`DELETE /api/users/me/devices/${id}`),
  google: () => signedIn<wire.GoogleStatus>('GET /api/users/me/google'),
  linkGoogle: (proof: { credential: string; nonce?: string }) =>
    signedIn<wire.GoogleLink>('POST /api/users/me/google', { body: proof }),
  /** Every identity provider, linked or not. */
  identities: async () => (await signedIn<{ items: wire.OwnIdentity[] }>('GET /api/users/me/identities')).items,
  /** `ticket`: from the provider's callback after leaving to link an account. */
  linkIdentity: (ticket: string) => signedIn<wire.OwnIdentity>('POST /api/users/me/identities', { body: { ticket } }),
  unlinkIdentity: (key: string) => signedIn<void>(`DELETE /api/users/me/identities/${encodeURIComponent(key)}`),
  unlinkGoogle: () => signedIn<void>('DELETE /api/users/me/google'),

  passkeys: {
    list: () => signedIn<wire.OwnPasskeys>('GET /api/users/me/passkeys'),
    /** As a second step, any security key will do; it cannot sign in alone. */
    options: (query: wire.NewPasskeyQuery = {}) =>
      signedIn<wire.PasskeyOptions>('POST /api/users/me/passkeys/options', { query }),
    add: (body: wire.PasskeyProof & { readonly name?: string }) =>
      signedIn<wire.Passkey>('POST /api/users/me/passkeys', { body }),
    rename: (id: number, name: string) =>
      signedIn<wire.Passkey>(`PATCH /api/users/me/passkeys/${id}`, { body: { name } }),
    remove: (id: number) => signedIn<void>(`DELETE /api/users/me/passkeys/${id}`),
  },
  ownApplications: {
    /** The applications that the caller has consented to. */
    list: async () => (await signedIn<{ items: wire.OwnApplication[] }>('GET /api/users/me/applications')).items,
    /** Withdraws the consent. */
    withdraw: (id: string) => signedIn<void>(`DELETE /api/users/me/applications/${encodeURIComponent(id)}`),
    /** Which application the device that shows this code belongs to, and what it may read. */
    findDevice: (user_code: string) =>
      signedIn<wire.WaitingDevice>('POST /api/users/me/applications/device', { body: { user_code } }),
    decideDevice: (decision: wire.DeviceDecision) =>
      signedIn<void>('POST /api/users/me/applications/device/decision', { body: decision }),
  },

  twoFactor: {
    status: () => signedIn<wire.TwoFactorStatus>('GET /api/auth/2fa/status'),
    setUp: () => signedIn<wire.TwoFactorSetup>('POST /api/auth/2fa/setup'),
    verify: (code: string) => signedIn<{ enabled: boolean }>('POST /api/auth/2fa/verify', { body: { code } }),
    disable: () => signedIn<{ enabled: boolean }>('POST /api/auth/2fa/disable'),
    renewRecoveryCodes: () => signedIn<{ recovery_codes: string[] }>('POST /api/auth/2fa/recovery-codes'),
  },

  privacy: {
    consents: (query: wire.PageQuery = {}) => signedIn<wire.OwnConsents>('GET /api/users/me/gdpr-consent', { query }),
    accessLog: (query: wire.PageQuery = {}) =>
      signedIn<wire.List<wire.AccessItem>>('GET /api/users/me/access-log', { query }),
    /** Everything the service stores about the caller, as its JSON file. */
    exportOf: (query: wire.OwnExportQuery = {}) =>
      signedIn<Blob>('GET /api/users/me/gdpr-export', { query, as: 'blob' }),
    /** @throws ApiError 404 when there is no request */
    /** The latest request; null when there never was one. */
    erasure: () => signedIn<wire.OwnErasure | null>('GET /api/users/me/erasure'),
    requestErasure: () => signedIn<wire.OwnErasure>('POST /api/users/me/erasure'),
    cancelErasure: () => signedIn<unknown>('DELETE /api/users/me/erasure'),
  },
});
