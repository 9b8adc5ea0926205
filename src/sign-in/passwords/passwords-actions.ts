import type { UserStatus } from '../../accounts/users/user.ts';
import { action, type MetasOf } from '../../platform/audit/audit-actions.ts';
import type { WrongGuessMeta } from '../lockout/guess.ts';

export const passwordActions = {
  'password.change': action<{ sessions_ended: number }>({
    group: 'password',
    act: { hr: 'promijenjena lozinka', en: 'password changed' },
    deed: { en: 'changed the password' },
  }),
  'password.change.fail': action<WrongGuessMeta>({
    group: 'password',
    act: { hr: 'pogrešna sadašnja lozinka pri promjeni', en: 'wrong current password at password change' },
    deed: { en: 'gave a wrong current password when changing it' },
  }),
  'password.forgot.issue': action<{ token_id: number }>({
    group: 'password',
    act: { hr: 'zatražena nova lozinka', en: 'password reset requested' },
    deed: { en: 'asked for a new password' },
    happens: { hr: 'Zatražena je nova lozinka{{at}}.', en: 'A new password was asked for{{at}}.' },
  }),
  'password.forgot.miss': action<{ reason: 'limit' | 'unknown' | UserStatus; address_hmac: string }>({
    group: 'password',
    act: { hr: 'zatražena nova lozinka, poruka nije poslana', en: 'password reset requested, no e-mail sent' },
    deed: { en: 'asked for a new password, but no e-mail was sent' },
    happens: {
      hr: 'Zatražena je nova lozinka, ali poruka nije poslana{{at}}.',
      en: 'A new password was asked for, but no e-mail was sent{{at}}.',
    },
  }),
  'password.reset.ok': action<{ token_id: number; sessions_ended: number }>({
    group: 'password',
    act: { hr: 'postavljena nova lozinka', en: 'new password set' },
    deed: { en: 'set a new password' },
    happens: { hr: 'Postavljena je nova lozinka{{at}}.', en: 'A new password was set{{at}}.' },
  }),
  'password.reset.fail': action<{ reason: 'token' | 'account'; token_id?: number }>({
    group: 'password',
    act: { hr: 'neuspjelo postavljanje lozinke', en: 'password reset failed' },
    deed: { en: 'tried to set a password and failed' },
    happens: { hr: 'Postavljanje nove lozinke nije uspjelo{{at}}.', en: 'Setting a new password failed{{at}}.' },
  }),
  'invite.consume.ok': action<{ token_id: number; sessions_ended: number }>({
    group: 'invitations',
    act: { hr: 'prihvaćena pozivnica', en: 'invitation accepted' },
    deed: { en: 'accepted the invitation' },
    happens: { hr: 'Pozivnica je prihvaćena{{at}}.', en: 'The invitation was accepted{{at}}.' },
  }),
  /** `account`: the owner of the address has an account already. */
  'invite.consume.fail': action<{ reason: 'token' | 'account'; token_id?: number }>({
    group: 'invitations',
    act: { hr: 'pokušaj s pozivnicom koja ne vrijedi', en: 'invalid invitation used' },
    deed: { en: 'opened an invitation that is not valid' },
    happens: {
      hr: 'Otvorena je pozivnica koja ne vrijedi{{at}}.',
      en: 'An invitation that is not valid was opened{{at}}.',
    },
  }),
};

declare module '../../platform/audit/audit-actions.ts' {
  interface AuditMetas extends MetasOf<typeof passwordActions> {}
}
