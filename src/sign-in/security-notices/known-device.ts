import { defineTable, id, integer, type RowOf, text } from '../../platform/database/define-table.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import { days } from '../../platform/kernel/durations.ts';
import type { SignInId, UserId } from '../../platform/kernel/entity-id.ts';

/** A browser from which somebody signed in to an account. It outlives the sign-ins. */
export const knownDevicesTable = defineTable(
  'known_devices',
  {
    id: id('internal', 'removed'),
    user_id: integer<UserId>('duplicate', 'removed').references('users'),
    /** HMAC of the browser's cookie, different for each account, so that rows do not reveal who shares a browser. */
    digest: text('secret', 'removed'),
    /** HMAC of browser and network at the first sign-in. */
    origin: text('secret', 'removed'),
    /** The address of the last sign-in. */
    ip: text('in known_devices.ip', 'removed'),
    user_agent: text('in known_devices.device', 'removed'),
    first_seen_at: text<Instant>('in known_devices.first_seen_at', 'removed'),
    last_seen_at: text<Instant>('in known_devices.last_seen_at', 'removed'),
    /** When it first sent its cookie back; a program without cookies never does. */
    returned_at: text<Instant>('internal', 'removed').orNull(),
    /** The sign-in that made it known. */
    added_by: text<SignInId>('secret', 'removed').orNull(),
  },
  {
    indexes: {
      digest: { columns: 'user_id, digest', unique: true },
      last_seen: 'last_seen_at',
    },
    personal: {
      merging: { user_id: 'waits' },
      of: 'user_id',
      order: 'last_seen_at desc, id desc',
      parts: { known_devices: { purpose: 'security', kept: { rule: 'known_devices', from: 'last' } } },
    },
  },
);

export type KnownDevice = RowOf<typeof knownDevicesTable>;

/** Most known browsers per account. One more drops the least recently used, first among those that never sent their cookie. */
export const MOST_DEVICES = 20;

/** Most rows per browser and network that never sent their cookie: a program without cookies adds one at every sign-in. */
export const MOST_UNRETURNED = 5;

/** Counted from the last sign-in. */
export const DEVICE_KNOWN_FOR = days(730);

/** A mail to an owner about a sign-in from an unknown browser, with a link for "that was not me". */
export const deviceNoticesTable = defineTable(
  'device_notices',
  {
    id: id('internal', 'removed'),
    user_id: integer<UserId>('duplicate', 'removed').references('users'),
    device_id: integer('internal', 'removed'),
    /** The sign-in that the link ends. */
    sid: text<SignInId>('secret', 'removed'),
    origin: text('secret', 'removed'),
    /** The mailbox that the link was sent to. The link leads to a new password only while the account has this address. */
    address_hmac: text('secret', 'removed'),
    seed: text('secret', 'removed'),
    token_hash: text('secret', 'removed'),
    ip: text('in new_device_notices.ip', 'removed'),
    user_agent: text('in new_device_notices.device', 'removed'),
    created_at: text<Instant>('in new_device_notices.created_at', 'removed'),
    expires_at: text<Instant>('internal', 'removed'),
    used_at: text<Instant>('in new_device_notices.used_at', 'removed').orNull(),
  },
  {
    indexes: {
      token: { columns: 'token_hash', unique: true },
      user: 'user_id, created_at',
      created: 'created_at',
    },
    personal: {
      merging: { user_id: 'way in' },
      of: 'user_id',
      parts: { new_device_notices: { purpose: 'security', kept: { rule: 'device_notices', from: 'made' } } },
    },
  },
);

export type DeviceNotice = RowOf<typeof deviceNoticesTable>;

export const NOTICE_LINK_WORKS_FOR = days(7);
export const NOTICES_KEPT_FOR = days(30);

/** Most notices to one account in 24 hours, only one of them per browser and network. */
export const MOST_NOTICES = 3;
export const NOTICES_COUNTED_FOR = days(1);

/** The page that the link opens. */
export const NEW_DEVICE_PAGE = '/nova-prijava';
