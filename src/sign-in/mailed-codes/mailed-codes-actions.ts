import type { UserStatus } from '../../accounts/users/user.ts';
import { action, type MetasOf } from '../../platform/audit/audit-actions.ts';

/** Why no code was mailed; `not_allowed`: the person manages others, or must choose a new password first. */
export type MissReason = 'limit' | 'unknown' | 'not_allowed' | UserStatus;

export const signInCodeActions = {
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
  interface AuditMetas extends MetasOf<typeof signInCodeActions> {}
}
