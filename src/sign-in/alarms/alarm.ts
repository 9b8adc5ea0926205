import type { Instant } from '../../platform/kernel/clock.ts';
import { days, hours } from '../../platform/kernel/durations.ts';
import type { SignInId, UserId } from '../../platform/kernel/entity-id.ts';

/** A link in a mail about a change to an account, by which its owner takes back what a sign-in did that was not theirs. */
export interface Alarm {
  readonly id: number;
  readonly user_id: UserId;
  /** The sign-in that made the change. */
  readonly sid: SignInId;
  /** The mailbox that the link was sent to. The link leads to a new password only while the account has this address. */
  readonly address_hmac: string;
  /** Of a change of address: the address before it, which the link restores. */
  readonly old_email: string | null;
  readonly old_verified_at: Instant | null;
  readonly seed: string;
  readonly token_hash: string;
  readonly created_at: Instant;
  readonly expires_at: Instant;
  /** When the link was used, or its change was taken back by another one. */
  readonly used_at: Instant | null;
}

/** As the link in a mail about a new browser. */
export const WAY_LINK_WORKS_FOR = days(7);
export const ADDRESS_LINK_WORKS_FOR = hours(72);
export const ALARMS_KEPT_FOR = days(30);

/** The page that the link opens. */
export const ALARM_PAGE = '/povrat-racuna';
