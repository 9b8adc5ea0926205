import type { UserStatus } from '../../accounts/users/user.ts';
import { action, type MetasOf } from '../../platform/audit/audit-actions.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import type { WrongGuessMeta } from '../lockout/guess.ts';

/** What the contract asks of a record `login.fail`, whichever way in was tried. */
type FailureMeta = WrongGuessMeta & {
  reason: string;
  lock_minutes: number;
  /** Where there is no account. */
  address_hmac?: string;
  /** Which check of a token failed. */
  flaw?: string;
};

/** Why no code was mailed; `not_allowed`: the person manages others, or must choose a new password first. */
export type MissReason = 'limit' | 'unknown' | 'not_allowed' | UserStatus;

export const signInActions = {
  'login.ok': action<{ sid: string; second_factor: boolean; by?: 'code' | 'passkey' } | { sid: string; by: 'link' }>({
    group: 'signIn',
    act: { hr: 'prijava', en: 'signed in' },
    deed: { en: 'signed in' },
  }),
  'login.fail': action<FailureMeta>({
    group: 'signIn',
    act: { hr: 'neuspjela prijava', en: 'sign-in failed' },
    deed: { en: 'tried to sign in and failed' },
    happens: { hr: 'Prijava nije uspjela{{at}}.', en: 'A sign-in failed{{at}}.' },
  }),
  'login.2fa_required': action({
    group: 'signIn',
    act: { hr: 'lozinka točna, zatražen kod', en: 'password correct, code requested' },
    deed: { en: 'gave the right password and was asked for a code' },
    happens: {
      hr: 'Lozinka je točna, pa je zatražen kod{{at}}.',
      en: 'The password was right, and a code was asked for{{at}}.',
    },
  }),
  'login.2fa_fail': action<FailureMeta>({
    group: 'signIn',
    act: { hr: 'pogrešan kod drugog koraka prijave', en: 'wrong code at sign-in' },
    deed: { en: 'gave a wrong code at sign-in' },
    happens: { hr: 'Pri prijavi je upisan pogrešan kod{{at}}.', en: 'A wrong code was given at sign-in{{at}}.' },
  }),
  'login.ratelimit.ip': action<{ until: Instant; address_hmac?: string }>({
    group: 'signIn',
    act: { hr: 'zaustavljene prijave s jedne adrese', en: 'sign-ins from one address blocked' },
    deed: { en: 'tried to sign in too often from one address' },
    happens: {
      hr: 'Prijave s jedne adrese zaustavljene su jer ih je bilo previše.',
      en: 'Sign-ins from one address were stopped because there were too many.',
    },
  }),
  logout: action<{ sid: string; all: boolean; ended: number }>({
    group: 'devices',
    act: { hr: 'odjava', en: 'signed out' },
    deed: { en: 'signed out' },
  }),
  'auth.refresh': action<{ sid: string; jti: string; repeated: boolean }>({
    group: 'devices',
    act: { hr: 'produljena prijava', en: 'session renewed' },
    deed: { en: 'renewed the session' },
  }),
  'auth.refresh.reuse': action<{ sid: string }>({
    group: 'devices',
    act: {
      hr: 'prijava prekinuta jer je njezin ključ upotrijebljen dvaput',
      en: 'session ended because its token was used twice',
    },
    deed: { en: 'lost the session because its token was used twice' },
    happens: {
      hr: 'Prijava je prekinuta jer je njezin ključ upotrijebljen dvaput{{at}}.',
      en: 'A session was ended because its token was used twice{{at}}.',
    },
  }),
  'session.switch': action<{ sid: string; jti: string }>({
    group: 'devices',
    act: { hr: 'prelazak u drugo članstvo', en: 'switched membership' },
    deed: { en: 'switched to this federation or club' },
  }),
  'auth.reauthenticate': action<{ sid: string; how: 'password' | 'code' | 'passkey' }>({
    group: 'signIn',
    act: { hr: 'potvrđen identitet', en: 'identity confirmed' },
    deed: { en: 'confirmed their identity' },
  }),
  'auth.reauthenticate.fail': action<WrongGuessMeta & { how: 'password' | 'code' | 'passkey' }>({
    group: 'signIn',
    act: { hr: 'neuspjela potvrda identiteta', en: 'identity confirmation failed' },
    deed: { en: 'failed to confirm their identity' },
    happens: { hr: 'Potvrda identiteta nije uspjela{{at}}.', en: 'Confirming the identity failed{{at}}.' },
  }),
  'login.code.issue': action({
    group: 'signIn',
    act: { hr: 'poslan kod za prijavu', en: 'sign-in code sent' },
    deed: { en: 'asked for a sign-in code' },
    happens: { hr: 'Zatražen je kod za prijavu{{at}}.', en: 'A sign-in code was asked for{{at}}.' },
  }),
  'login.code.miss': action<{ reason: MissReason; address_hmac: string }>({
    group: 'signIn',
    act: { hr: 'zatražen kod za prijavu, poruka nije poslana', en: 'sign-in code requested, no e-mail sent' },
    deed: { en: 'asked for a sign-in code, but no e-mail was sent' },
    happens: {
      hr: 'Zatražen je kod za prijavu, ali poruka nije poslana{{at}}.',
      en: 'A sign-in code was asked for, but no e-mail was sent{{at}}.',
    },
  }),
};

declare module '../../platform/audit/audit-actions.ts' {
  interface AuditMetas extends MetasOf<typeof signInActions> {}
}
