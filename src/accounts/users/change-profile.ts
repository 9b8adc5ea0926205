import type { Tx } from '../../platform/database/database.ts';
import { isUniqueViolation } from '../../platform/database/store-errors.ts';
import { AppError } from '../../platform/kernel/app-error.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import type { UserId } from '../../platform/kernel/entity-id.ts';
import { orderCorrection } from '../recipients/order-recipients.ts';
import { holdUserRow } from './accounts-store.ts';
import { refusingTaken } from './address-places.ts';
import { type ChangedBy, requireReauthToRaise } from './change-standing.ts';
import { changeMembershipIn } from './memberships-store.ts';
import type { PersonField } from './person-form.ts';
import { fullNameOf, sortKeyOf, type User } from './user.ts';
import { describedWords } from './user-words.ts';
import { renewWords } from './user-words-store.ts';
import * as store from './users-store.ts';

/** The members of a profile by which a person is found. */
export type ProfileChange = Partial<
  Pick<User, PersonField | 'email_verified_at' | 'address_proved_at' | 'joining_at' | 'tenant_id'>
>;

/** The columns to change. */
export type ProfileDraft = { -readonly [Member in keyof ProfileChange]: ProfileChange[Member] };

/**
 * Changes a person's profile and search words, and tells whoever was given the data of a correction. A new first or last name without a full one updates that too.
 * `undefined` when there is no such user or they are deleted.
 * @throws AppError `users.email_taken`, `memberships.exists` (409); the transaction must then be rolled back; for a move as `requireReauthToRaise`
 */
export async function changeProfile(
  tx: Tx,
  id: UserId,
  change: ProfileChange,
  by: ChangedBy,
): Promise<{ before: User; after: User } | undefined> {
  const before = await holdUserRow(tx, id);
  if (before === undefined) return undefined;
  requireReauthToRaise(before, { ...before, ...change }, by);
  const after = await writeProfile(tx, before, change, by.at);
  await renewWords(tx, before, after);
  await orderCorrection(tx, { before, after, at: by.at });
  return { before, after };
}

/** A person after a change, with what follows from it. */
export function profileAfter(before: User, change: ProfileChange, at: Instant): User {
  const changed = { ...before, ...change, updated_at: at };
  const { ime, prezime } = changed;
  const renames = change.full_name === undefined && (ime !== before.ime || prezime !== before.prezime);
  const full_name = renames ? fullNameOf(ime, prezime) : changed.full_name;
  return { ...changed, ...describedWords({ ...changed, full_name }), full_name, sort_key: sortKeyOf(changed) };
}

async function writeProfile(tx: Tx, before: User, change: ProfileChange, at: Instant): Promise<User> {
  const { full_name, sort_key, words, word_bits, phone_digits } = profileAfter(before, change, at);
  const derived = { full_name, sort_key, words, word_bits, phone_digits };
  const unproved = change.email === undefined ? {} : { address_proved_at: null }; // whoever read the old one may not read the new one
  return refusingTaken(async () => {
    const after = await store.changeUser(tx, before.id, { ...unproved, ...change, ...derived, updated_at: at });
    if (after === undefined) throw new Error('A user whose row is locked is gone');
    if (after.tenant_id !== before.tenant_id)
      // In another tenant the number is somebody else's.
      await changeMembershipIn(tx, before, { tenant_id: after.tenant_id, number: null, updated_at: at });
    return after;
  }).catch((cause: unknown) => {
    throw isUniqueViolation(cause, 'memberships__user_id_unique')
      ? new AppError('memberships.exists', { cause })
      : cause;
  });
}
