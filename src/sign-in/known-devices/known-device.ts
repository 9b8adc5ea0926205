import type { Instant } from '../../platform/kernel/clock.ts';
import { days } from '../../platform/kernel/durations.ts';
import type { SignInId, UserId } from '../../platform/kernel/entity-id.ts';

/** A browser from which somebody signed in to an account. It outlives the sign-ins. */
export interface KnownDevice {
  readonly id: number;
  readonly user_id: UserId;
  /** HMAC of the browser's cookie, different for each account, so that rows do not reveal who shares a browser. */
  readonly digest: string;
  /** HMAC of browser and network at the first sign-in. */
  readonly origin: string;
  /** The address of the last sign-in. */
  readonly ip: string;
  readonly user_agent: string;
  readonly first_seen_at: Instant;
  readonly last_seen_at: Instant;
  /** When it first sent its cookie back; a program without cookies never does. */
  readonly returned_at: Instant | null;
  /** The sign-in that made it known. */
  readonly added_by: SignInId | null;
}

/** Most known browsers per account. One more drops the least recently used, first among those that never sent their cookie. */
export const MOST_DEVICES = 20;

/** Most rows per browser and network that never sent their cookie: a program without cookies adds one at every sign-in. */
export const MOST_UNRETURNED = 5;

/** Counted from the last sign-in. */
export const DEVICE_KNOWN_FOR = days(730);

/** A mail to an owner about a sign-in from an unknown browser, with a link for "that was not me". */
export interface DeviceNotice {
  readonly id: number;
  readonly user_id: UserId;
  readonly device_id: number;
  /** The sign-in that the link ends. */
  readonly sid: SignInId;
  readonly origin: string;
  /** The mailbox that the link was sent to. The link leads to a new password only while the account has this address. */
  readonly address_hmac: string;
  readonly seed: string;
  readonly token_hash: string;
  readonly ip: string;
  readonly user_agent: string;
  readonly created_at: Instant;
  readonly expires_at: Instant;
  readonly used_at: Instant | null;
}

export const NOTICE_LINK_WORKS_FOR = days(7);
export const NOTICES_KEPT_FOR = days(30);

/** Most notices to one account in 24 hours, only one of them per browser and network. */
export const MOST_NOTICES = 3;
export const NOTICES_COUNTED_FOR = days(1);

/** The page that the link opens. */
export const NEW_DEVICE_PAGE = '/nova-prijava';
