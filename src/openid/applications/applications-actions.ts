import { action, type MetasOf } from '../../platform/audit/audit-actions.ts';

interface Which {
  application_id: string;
  name: string;
}

export const applicationActions = {
  'application.create': action<Which & { kind: string; trusted: boolean }>({
    group: 'service',
    isWorded: true,
    act: { hr: 'registrirana aplikacija', en: 'application registered' },
    deed: { en: 'registered an application' },
  }),
  'application.update': action<Which & { changed: readonly string[] }>({
    group: 'service',
    isWorded: true,
    act: { hr: 'promijenjena aplikacija', en: 'application changed' },
    deed: { en: 'changed an application' },
  }),
  'application.delete': action<Which>({
    group: 'service',
    isWorded: true,
    act: { hr: 'uklonjena aplikacija', en: 'application removed' },
    deed: { en: 'removed an application' },
  }),
  /** Its `ends_at` was carried out. */
  'application.end': action<Which>({
    group: 'service',
    isWorded: true,
    act: { hr: 'istekla aplikacija', en: 'application expired' },
    deed: { en: 'ended an application on its end date' },
  }),
  'application.logo_upload': action<Which & { bytes: number }>({
    group: 'service',
    isWorded: true,
    act: { hr: 'postavljen znak aplikacije', en: 'logo of an application set' },
    deed: { en: 'uploaded the logo of an application' },
  }),
  'application.logo_delete': action<Which>({
    group: 'service',
    isWorded: true,
    act: { hr: 'uklonjen znak aplikacije', en: 'logo of an application removed' },
    deed: { en: 'removed the logo of an application' },
  }),
  'application.secret': action<Which>({
    group: 'service',
    isWorded: true,
    act: { hr: 'nova tajna aplikacije', en: 'new secret of an application' },
    deed: { en: 'made a new secret for an application' },
  }),
  /** Somebody signed in to it: a code was issued. */
  'application.enter': action<Which & { sid: string }>({
    group: 'signIn',
    isWorded: true,
    act: { hr: 'ulazak u aplikaciju', en: 'application entered' },
    deed: { en: 'signed in to an application' },
  }),
  /** A service was given a token. */
  'application.token': action<Which & { scopes: readonly string[] }>({
    group: 'service',
    isWorded: true,
    act: { hr: 'izdan token usluzi', en: 'token issued to a service' },
    deed: { en: 'was given a token' },
  }),
  /** A service revoked one of its own tokens. */
  'application.token_revoke': action<Which>({
    group: 'service',
    isWorded: true,
    act: { hr: 'opozvan token usluge', en: 'token of a service revoked' },
    deed: { en: 'revoked its token' },
  }),
  'application.consent': action<Which & { scopes: readonly string[] }>({
    group: 'privacy',
    isWorded: true,
    act: { hr: 'pristanak aplikaciji', en: 'consent to an application' },
    deed: { en: 'gave consent to an application' },
  }),
  'application.withdraw': action<Which>({
    group: 'privacy',
    isWorded: true,
    act: { hr: 'povučen pristanak aplikaciji', en: 'consent to an application withdrawn' },
    deed: { en: 'withdrew consent to an application' },
  }),
  /** A spent code or refresh token was used again, and everything issued from it was revoked. */
  'application.replay': action<{ application_id: string; what: 'code' | 'refresh_token' | 'device_code' }>({
    group: 'signIn',
    act: { hr: 'ponovno upotrijebljen kod ili token aplikacije', en: 'code or token of an application used again' },
    deed: { en: 'used a spent code or token of an application again' },
  }),
  /** Somebody entered a code that no device shows. */
  'application.device_guess': action({
    group: 'signIn',
    act: { hr: 'pogrešan kod uređaja', en: 'wrong code of a device' },
    deed: { en: 'typed a code that no device shows' },
  }),
  'application.device_refuse': action<Which>({
    group: 'signIn',
    isWorded: true,
    act: { hr: 'odbijen uređaj', en: 'device refused' },
    deed: { en: 'refused a device' },
  }),
};

declare module '../../platform/audit/audit-actions.ts' {
  interface AuditMetas extends MetasOf<typeof applicationActions> {}
}
