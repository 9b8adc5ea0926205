import { action, type MetasOf } from '../../platform/audit/audit-actions.ts';
import type { WrongGuessMeta } from '../../sign-in/lockout/guess.ts';

export const ownAccountActions = {
  'profile.check': action({
    group: 'own',
    act: { hr: 'vlastiti podaci potvrđeni', en: 'own data confirmed' },
    deed: { en: 'confirmed their own data' },
  }),
  'profile.update': action<{ changed: readonly string[] }>({
    group: 'own',
    act: { hr: 'promijenjeni vlastiti podaci', en: 'own profile changed' },
    deed: { en: 'changed their own profile' },
  }),
  'email.change.request': action({
    group: 'own',
    act: { hr: 'zatražena promjena e-adrese', en: 'e-mail change requested' },
    deed: { en: 'asked for a change of the e-mail address' },
  }),
  'email.change': action({
    group: 'own',
    act: { hr: 'promijenjena e-adresa', en: 'e-mail address changed' },
    deed: { en: 'changed the e-mail address' },
  }),
  'email.change.fail': action<WrongGuessMeta>({
    group: 'own',
    act: { hr: 'pogrešan kod pri promjeni e-adrese', en: 'wrong code at e-mail change' },
    deed: { en: 'gave a wrong code when changing the e-mail address' },
  }),
};

declare module '../../platform/audit/audit-actions.ts' {
  interface AuditMetas extends MetasOf<typeof ownAccountActions> {}
}
