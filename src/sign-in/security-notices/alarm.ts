import { defineTable, id, integer, type RowOf, text } from '../../platform/database/define-table.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import { days, hours } from '../../platform/kernel/durations.ts';
import type { SignInId, UserId } from '../../platform/kernel/entity-id.ts';

/** A link in a mail about a change to an account, by which its owner takes back what a sign-in did that was not theirs. */
export const alarmLinksTable = defineTable(
  'alarm_links',
  {
    id: id('internal', 'removed'),
    user_id: integer<UserId>('duplicate', 'removed').references('users'),
    /** The sign-in that made the change. */
    sid: text<SignInId>('secret', 'removed'),
    /** The mailbox that the link was sent to. The link leads to a new password only while the account has this address. */
    address_hmac: text('secret', 'removed'),
    /** Of a change of address: the address before it, which the link restores. */
    old_email: text('in change_alarms.old_email', 'removed').orNull(),
    old_verified_at: text<Instant>('in change_alarms.old_email_verified_at', 'removed').orNull(),
    seed: text('secret', 'removed'),
    token_hash: text('secret', 'removed'),
    created_at: text<Instant>('in change_alarms.created_at', 'removed'),
    expires_at: text<Instant>('in change_alarms.expires_at', 'removed'),
    /** When the link was used, or its change was taken back by another one. */
    used_at: text<Instant>('in change_alarms.used_at', 'removed').orNull(),
  },
  {
    indexes: {
      token: { columns: 'token_hash', unique: true },
      user: 'user_id, id',
      created: 'created_at',
    },
    personal: {
      merging: { user_id: 'way in' },
      of: 'user_id',
      parts: { change_alarms: { purpose: 'security', kept: { rule: 'alarm_links', from: 'made' } } },
    },
  },
);

export type Alarm = RowOf<typeof alarmLinksTable>;

/** As the link in a mail about a new browser. */
export const WAY_LINK_WORKS_FOR = days(7);
export const ADDRESS_LINK_WORKS_FOR = hours(72);
export const ALARMS_KEPT_FOR = days(30);

/** The page that the link opens. */
export const ALARM_PAGE = '/povrat-racuna';
