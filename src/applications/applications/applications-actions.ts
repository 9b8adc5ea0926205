import { action, type MetasOf } from '../../platform/audit/audit-actions.ts';

interface Which {
  application_id: string;
  name: string;
}

export const applicationActions = {
  'application.create': action<Which & { kind: string; trusted: boolean }>({ isWorded: true }),
  'application.update': action<Which & { changed: readonly string[] }>({ isWorded: true }),
  'application.delete': action<Which>({ isWorded: true }),
  /** Its `ends_at` was carried out. */
  'application.end': action<Which>({ isWorded: true }),
  'application.logo_upload': action<Which & { bytes: number }>({ isWorded: true }),
  'application.logo_delete': action<Which>({ isWorded: true }),
  'application.secret': action<Which>({ isWorded: true }),
  /** Somebody signed in to it: a code was issued. */
  'application.enter': action<Which & { sid: string }>({ isWorded: true }),
  /** A service was given a token. */
  'application.token': action<Which & { scopes: readonly string[] }>({ isWorded: true }),
  /** A service revoked one of its own tokens. */
  'application.token_revoke': action<Which>({ isWorded: true }),
  'application.consent': action<Which & { scopes: readonly string[] }>({ isWorded: true }),
  'application.withdraw': action<Which>({ isWorded: true }),
  /** A spent code or refresh token was used again, and everything issued from it was revoked. */
  'application.replay': action<{ application_id: string; what: 'code' | 'refresh_token' | 'device_code' }>(),
  /** Somebody entered a code that no device shows. */
  'application.device_guess': action(),
  'application.device_refuse': action<Which>({ isWorded: true }),
};

declare module '../../platform/audit/audit-actions.ts' {
  interface AuditMetas extends MetasOf<typeof applicationActions> {}
}
