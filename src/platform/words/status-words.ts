import type { Catalogue } from './catalogue.ts';

export const statusWords = {
  'status.invited': { hr: 'Pozivnica poslana', en: 'Invitation sent' },
  'status.invited.none': { hr: 'Bez pozivnice', en: 'No invitation sent' },
  'status.invited.expired': { hr: 'Pozivnica istekla', en: 'Invitation expired' },
  'status.active': { hr: 'Aktivan račun', en: 'Active account' },
  'status.suspended': { hr: 'Pristup obustavljen', en: 'Access suspended' },
  'status.deleted': { hr: 'Račun obrisan', en: 'Account deleted' },
} as const satisfies Catalogue;

export const twoFactorWords = {
  'users.twoFactor.on': { hr: 'Uključen', en: 'On' },
  'users.twoFactor.off': { hr: 'Nije uključen', en: 'Off' },
} as const satisfies Catalogue;
