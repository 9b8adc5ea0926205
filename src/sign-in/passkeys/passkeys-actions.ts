import { action, type MetasOf } from '../../platform/audit/audit-actions.ts';

export const passkeyActions = {
  'passkey.add': action<{ passkey_id: number; synced: boolean; purpose?: 'second_step' }>({
    group: 'own',
    act: { hr: 'dodan pristupni ključ', en: 'passkey added' },
    deed: { en: 'added a passkey' },
  }),
  'passkey.remove': action<{ passkey_id: number } | { removed: number }>({
    group: 'own',
    act: { hr: 'uklonjen pristupni ključ', en: 'passkey removed' },
    deed: { hr: 'uklonjen pristupni ključ{{of}}', en: 'removed a passkey{{of}}' },
  }),
  'passkey.rename': action<{ passkey_id: number }>({
    group: 'own',
    act: { hr: 'preimenovan pristupni ključ', en: 'passkey renamed' },
    deed: { en: 'renamed a passkey' },
  }),
  'passkey.refuse': action<{ passkey_id: number; counter: number; stored: number }>({
    group: 'signIn',
    act: { hr: 'isključen pristupni ključ koji možda ima kopiju', en: 'passkey switched off: there may be a copy' },
    deed: { en: 'lost a passkey of which there may be a copy' },
    happens: {
      hr: 'Pristupni ključ je isključen jer možda postoji njegova kopija{{at}}.',
      en: 'A passkey was switched off because there may be a copy of it{{at}}.',
    },
  }),
};

declare module '../../platform/audit/audit-actions.ts' {
  interface AuditMetas extends MetasOf<typeof passkeyActions> {}
}
