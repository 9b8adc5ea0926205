import type { Instant } from '../kernel/clock.ts';
import { days } from '../kernel/durations.ts';
import type { SignInId, UserId } from '../kernel/entity-id.ts';

/** A browser that an account was signed in to from. It outlives the sign-ins. */
export interface KnownDevice {
  readonly id: number;
  readonly user_id: UserId;
  /** HMAC of the browser's cookie, another one for each account: rows do not tell who shares a browser. */
  readonly digest: string;
  /** HMAC of browser and network when it was new. */
  readonly origin: string;
  /** Of the last sign-in. */
  readonly ip: string;
  readonly user_agent: string;
  readonly first_seen_at: Instant;
  readonly last_seen_at: Instant;
  /** When it first brought its cookie back; a program without cookies never does. */
  readonly returned_at: Instant | null;
}

/** One more drops the one unused longest, of those that never came back first. */
export const MOST_DEVICES = 20;

/** Of one browser and network, those that never came back: a program without cookies adds one at every sign-in. */
export const MOST_UNRETURNED = 5;

/** After the last sign-in. */
export const DEVICE_KNOWN_FOR = days(730);

/** A mail to an owner about a sign-in from a browser that was not known. Its link says "that was not me". */
export interface DeviceNotice {
  readonly id: number;
  readonly user_id: UserId;
  readonly device_id: number;
  /** The sign-in that the link ends. */
  readonly sid: SignInId;
  readonly origin: string;
  /** The link is worthless once the account has another address: the mail lies in a mailbox that is theirs no longer. */
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

/** In any 24 hours, to one account; of one browser and network only one. */
export const MOST_NOTICES = 3;
export const NOTICES_COUNTED_FOR = days(1);

/** Where the link leads. */
export const NEW_DEVICE_PAGE = '/nova-prijava';
