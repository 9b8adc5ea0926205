import type { ApiCaller } from './api-caller.ts';
import type * as wire from './wire-types.ts';

/** What users may do about their own account and data. */
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
  endSession: (id: string) => signedIn<void>(`DELETE /api/users/me/sessions/${encodeURIComponent(id)}`),
  endOtherSessions: () => signedIn<{ ended: number }>('DELETE /api/users/me/sessions'),
  google: () => signedIn<wire.GoogleStatus>('GET /api/users/me/google'),
  linkGoogle: (proof: { credential: string; nonce?: string }) =>
    signedIn<wire.GoogleLink>('POST /api/users/me/google', { body: proof }),
  unlinkGoogle: () => signedIn<void>('DELETE /api/users/me/google'),

  twoFactor: {
    status: () => signedIn<wire.TwoFactorStatus>('GET /api/auth/2fa/status'),
    setUp: () => signedIn<wire.TwoFactorSetup>('POST /api/auth/2fa/setup'),
    verify: (code: string) => signedIn<{ enabled: boolean }>('POST /api/auth/2fa/verify', { body: { code } }),
    disable: () => signedIn<{ enabled: boolean }>('POST /api/auth/2fa/disable'),
    renewRecoveryCodes: () => signedIn<{ recovery_codes: string[] }>('POST /api/auth/2fa/recovery-codes'),
  },

  privacy: {
    consents: (query: wire.PageQuery = {}) =>
      signedIn<wire.List<wire.OwnConsent>>('GET /api/users/me/gdpr-consent', { query }),
    accessLog: (query: wire.PageQuery = {}) =>
      signedIn<wire.List<wire.AccessItem>>('GET /api/users/me/access-log', { query }),
    /** Everything the service stores about the caller, as its JSON file. */
    exportOf: () => signedIn<Blob>('GET /api/users/me/gdpr-export', { as: 'blob' }),
    /** @throws ApiError 404 when there is no request */
    /** The latest request; null when there never was one. */
    erasure: () => signedIn<wire.OwnErasure | null>('GET /api/users/me/erasure'),
    requestErasure: () => signedIn<wire.OwnErasure>('POST /api/users/me/erasure'),
    cancelErasure: () => signedIn<unknown>('DELETE /api/users/me/erasure'),
  },
});
