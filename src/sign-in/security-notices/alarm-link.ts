import { hash, randomBytes } from 'node:crypto';
import type { User } from '../../accounts/users/user.ts';
import type { Tx } from '../../platform/database/database.ts';
import { epochOf, type Instant, instantAt } from '../../platform/kernel/clock.ts';
import type { SignInId } from '../../platform/kernel/entity-id.ts';
import { deriveToken } from '../../platform/keys/derived-secret.ts';
import type { Keyring } from '../../platform/keys/keyring.ts';
import type { SecretRef } from '../../platform/mail/mail.ts';
import { ADDRESS_LINK_WORKS_FOR, ALARM_PAGE, WAY_LINK_WORKS_FOR } from './alarm.ts';
import { addAlarm, prolongAddressAlarms } from './alarm-links-store.ts';

/** What goes into the mail about the change. */
interface AlarmLink {
  readonly params: { readonly until: Instant };
  readonly secret: SecretRef;
}

interface Change {
  readonly user: Pick<User, 'id' | 'email'>;
  /** The sign-in that makes it. */
  readonly sid: SignInId;
  readonly at: Instant;
}

/** The link of a mail to a person about a way in that a sign-in has added to their account. */
export function alarmLink(tx: Tx, keys: Keyring, change: Change): Promise<AlarmLink> {
  const until = instantAt(epochOf(change.at) + WAY_LINK_WORKS_FOR);
  return addLink(tx, keys, change, { until, old: null });
}

/** The link of the mail to the address that the account had before: `user` is from before the change. */
export async function addressAlarmLink(
  tx: Tx,
  keys: Keyring,
  change: Change & { readonly user: Pick<User, 'email_verified_at'> },
): Promise<AlarmLink> {
  const until = instantAt(epochOf(change.at) + ADDRESS_LINK_WORKS_FOR);
  await prolongAddressAlarms(tx, change.user.id, until, change.at);
  return addLink(tx, keys, change, { until, old: change.user });
}

interface Kind {
  readonly until: Instant;
  readonly old: Pick<User, 'email' | 'email_verified_at'> | null;
}

async function addLink(tx: Tx, keys: Keyring, { user, sid, at }: Change, { until, old }: Kind): Promise<AlarmLink> {
  const seed = randomBytes(32).toString('base64url');
  await addAlarm(tx, {
    user_id: user.id,
    sid,
    address_hmac: alarmedAddress(keys, user.email),
    old_email: old?.email ?? null,
    old_verified_at: old?.email_verified_at ?? null,
    seed,
    token_hash: alarmHash(deriveToken(keys, seed)),
    created_at: at,
    expires_at: until,
    used_at: null,
  });
  return { params: { until }, secret: { kind: 'link', path: ALARM_PAGE, seed } };
}

export const alarmedAddress = (keys: Keyring, email: string): string =>
  keys.hmac('address of an alarm', email).toString('base64url');

/** A fast hash is enough: nobody guesses 256 random bits from their digest. */
export const alarmHash = (raw: string): string => hash('sha256', raw, 'base64url');
