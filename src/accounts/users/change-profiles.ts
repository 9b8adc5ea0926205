import type { Tx } from '../../platform/database/database.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import { orderCorrections } from '../recipients/order-recipients.ts';
import { profileAfter } from './change-profile.ts';
import { writeProfiles } from './many-users-store.ts';
import type { PlainField } from './person-form.ts';
import type { User } from './user.ts';
import { renewWordsOfMany } from './user-words-store.ts';

/** What many people are changed in at once: neither the address, which may be taken, nor what gives power. */
export type FieldsChange = Partial<Pick<User, PlainField>>;

export interface ProfileToChange {
  /** As it was locked (`holdUserRows`). */
  readonly before: User;
  readonly change: FieldsChange;
}

export interface ChangedProfile {
  readonly before: User;
  readonly after: User;
}

/** As `changeProfile`, for many people in a few statements. */
export async function changeProfiles(
  tx: Tx,
  people: readonly ProfileToChange[],
  at: Instant,
): Promise<ChangedProfile[]> {
  const changed = people.map(({ before, change }) => ({ before, after: profileAfter(before, change, at) }));
  await writeProfiles(
    tx,
    changed.map(({ after }) => after),
  );
  await renewWordsOfMany(tx, changed);
  await orderCorrections(
    tx,
    changed.map((one) => ({ ...one, at })),
  );
  return changed;
}
