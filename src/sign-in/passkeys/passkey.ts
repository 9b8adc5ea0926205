import type { Instant } from '../../platform/kernel/clock.ts';
import type { SignInId, UserId } from '../../platform/kernel/entity-id.ts';

/** A person's credential (WebAuthn level 3 §4, "credential record"). */
export interface Passkey {
  readonly id: number;
  readonly user_id: UserId;
  /** base64url, as clients send it. */
  readonly credential_id: string;
  /** COSE key, base64url. */
  readonly public_key: string;
  /** The last signature counter; many authenticators always say 0. */
  readonly counter: number;
  /** Whether it may be synchronised to other devices; fixed by the authenticator at creation. */
  readonly device_type: DeviceType;
  readonly transports: readonly string[];
  /** The model of the authenticator; zeros if undisclosed. */
  readonly aaguid: string;
  /** The host that it is bound to. */
  readonly rp_id: string;
  readonly name: string;
  readonly created_at: Instant;
  /** Since when it is backed up, according to its last use. */
  readonly backed_up_at: Instant | null;
  readonly last_used_at: Instant | null;
  /** Since when it is known to verify its user: by a fingerprint, a face or a PIN. */
  readonly verified_at: Instant | null;
  /** When its counter fell, so that there may be a copy. */
  readonly refused_at: Instant | null;
  readonly purpose: Purpose;
  /** The sign-in that added it; null for one that came of a link, or before this was noted. */
  readonly added_by: SignInId | null;
}

/**
 * A key created for `second_step` need not verify its user nor be discoverable, so it cannot sign in without another proof first.
 */
export type Purpose = 'second_step' | null;

export type DeviceType = 'singleDevice' | 'multiDevice';

/** For one person. */
export const MOST_PASSKEYS = 20;

export const LONGEST_NAME = 60;

export const PASSKEY_STATES = ['usable', 'refused', 'other_host'] as const;

/** Whether a passkey works, or why not: its counter fell, or the service has moved to another host. */
export const stateOf = ({ refused_at, rp_id }: Passkey, rpId: string | undefined): (typeof PASSKEY_STATES)[number] => {
  if (refused_at !== null) return 'refused';
  return rp_id === rpId ? 'usable' : 'other_host';
};
