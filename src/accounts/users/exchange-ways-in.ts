import type { Tx } from '../../platform/database/database.ts';
import type { Merged } from '../../platform/database/merged-rows.ts';
import { getUser } from './accounts-store.ts';
import { changeAnyUser } from './merged-users-store.ts';
import type { User } from './user.ts';
import { describedWords } from './user-words.ts';
import { renewWords } from './user-words-store.ts';

/** What an account is opened with, and what is known of it. Rows of other tables say so themselves (`merging`). */
const WAY_IN = [
  ...(['email', 'email_verified_at', 'address_proved_at', 'google_picture', 'two_factor_enabled_at'] as const),
  ...(['password_hash', 'password_given_at', 'must_change_pwd_at'] as const),
] as const satisfies readonly (keyof User)[];

/** Exchanges the ways in of two accounts, of which the first is merged, so that its address is free. */
export async function exchangeWaysIn(tx: Tx, { from, into }: Merged): Promise<void> {
  const [gone, kept] = [await getUser(tx, from), await getUser(tx, into)];
  await takeOver(tx, gone, kept, { deleted_status: kept.status });
  await takeOver(tx, kept, gone, { status: gone.deleted_status ?? 'active' });
}

async function takeOver(tx: Tx, user: User, other: User, standing: Partial<Pick<User, 'status' | 'deleted_status'>>) {
  const wayIn = Object.fromEntries(WAY_IN.map((column) => [column, other[column]]));
  const words = describedWords({ ...user, email: other.email });
  await renewWords(tx, user, await changeAnyUser(tx, user.id, { ...wayIn, ...words, ...standing }));
}
