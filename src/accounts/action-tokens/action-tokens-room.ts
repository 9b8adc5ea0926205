import { flagSetting } from '../../platform/config/setting.ts';
import type { SettingsOf } from '../../platform/config/settings.ts';
import { dropRowsBefore } from '../../platform/database/drop-rows.ts';
import type { PersonalDataContributor } from '../../platform/database/personal-data.ts';
import { isLoopbackUrl } from '../../platform/http/local-call.ts';
import { type CodesOf, declareRefusals } from '../../platform/kernel/app-error.ts';
import { days, hours } from '../../platform/kernel/durations.ts';
import { defineRoom } from '../../platform/room/define-room.ts';
import type { Platform } from '../../platform/room/platform.ts';
import { actionTokensTable } from './action-token.ts';
import { blankTokens, closeTokens, listTokensOf } from './action-tokens-store.ts';
import { MOST_AN_HOUR } from './mail-limits.ts';
import { cancelAllTokens, cancelDisplayedInvitations } from './token-rows-store.ts';

const actionTokenErrors = declareRefusals({
  'token.invalid': {
    status: 400,
    hr: 'Poveznica više ne vrijedi: istekla je, već je iskorištena ili je zamijenjena novijom.',
    en: 'The link is no longer valid.',
    onPages: 'Poveznica više ne vrijedi.',
    when: 'The action token is unknown, of another kind, expired, used, replaced or cancelled; the answer does not say which.',
  },
  'token.too_many': {
    status: 429,
    hr: 'Ova je osoba u posljednjih sat vremena već dobila dvadeset poveznica. Pokušajte kasnije.',
    en: 'This person has received twenty links within the last hour. Try again later.',
    when: 'Twenty invitations and links for a new password were issued to this person within an hour, or mails to this address caused by administrators and services.',
  },
});

declare module '../../platform/kernel/app-error.ts' {
  interface Refusals extends CodesOf<typeof actionTokenErrors> {}
}

const actionTokensPersonalData: PersonalDataContributor = {
  room: 'action-tokens',
  tables: [actionTokensTable],
  exportOf: async (db, userId) => ({
    links: (await listTokensOf(db, userId)).map((link) => ({
      kind: link.kind,
      created_at: link.created_at,
      expires_at: link.expires_at,
      used_at: link.used_at,
      replaced_at: link.replaced_at,
      cancelled_at: link.cancelled_at,
      asked_at: link.asked_at,
      // For a link that an administrator requested this is the administrator's address, not the person's data.
      ip: link.created_by === null || link.created_by === userId ? link.ip : null,
    })),
  }),
  erase: async (tx, userId, at) => {
    await closeTokens(tx, userId, ['invite', 'reset'], 'cancelled_at', at);
    await cancelDisplayedInvitations(tx, userId, at); // an administrator whose account goes
    await blankTokens(tx, userId);
  },
  description: {
    holds: 'links for a new password: kind, times, client address, details; a digest of the link',
    erased:
      'ended; the digest and what the link is derived from replaced; client address and details emptied, also the client address of links that the person had made for others',
    stays: {
      what: 'kind and times by id',
      ground: 'security (GDPR art. 32)',
      until: 'they are removed 90 days after they expire',
    },
  },
};

const actionTokenSettings = {
  reset: {
    revealResetToken: flagSetting('SVC_REVEAL_RESET_TOKEN', {
      why: '`1`: forgot-password returns the reset token to anybody. For tests only; warns at start.',
    }),
  },
} as const;

declare module '../../platform/config/settings.ts' {
  interface Settings extends SettingsOf<typeof actionTokenSettings> {}
}

export const actionTokensRoom = defineRoom({
  name: 'action-tokens',
  refusals: actionTokenErrors,
  tables: [actionTokensTable],
  settings: actionTokenSettings,
  personalData: () => actionTokensPersonalData,
  retention: [
    {
      name: 'action_tokens',
      keptFor: days(90),
      what: 'links after they expired',
      forget: dropRowsBefore(actionTokensTable, 'expires_at'),
    },
  ],
  endAtRestore: cancelAllTokens,
  open: ({ counters, settings, publicUrl }: Pick<Platform, 'counters' | 'settings' | 'publicUrl'>) => ({
    services: {
      /** Mails to one address that anybody may cause. */
      mailsPerAddress: counters.rateLimit('mail:address', { most: settings.mail.addressHourly, within: hours(1) }),
      /** Mails to one address that administrators and services may cause. */
      linksPerAddress: counters.rateLimit('link:address', { most: MOST_AN_HOUR, within: hours(1) }),
      /** Mails that one client address causes. */
      mailsPerClient: counters.rateLimit('mail:client', { most: settings.mail.ipHourly, within: hours(1) }),
      /** Whether a response may carry a token: by setting, or to a caller on this machine. */
      mayReveal: (isLocalCall: boolean) => settings.reset.revealResetToken || (isLocalCall && isLoopbackUrl(publicUrl)),
    },
  }),
});
