import type { Db, Tx } from '../../platform/database/database.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import { findAccountByEmail, holdUserRow } from './accounts-store.ts';
import { markJoining } from './joining-store.ts';
import type { User } from './user.ts';

const isAccepted = ({ status, password_hash }: User): boolean => status !== 'invited' || password_hash !== null;

/** Whether somebody has an account with the address for which a record waits. */
export async function hasOwner(db: Db, { email }: Pick<User, 'email'>): Promise<boolean> {
  const holder = await findAccountByEmail(db, email);
  return holder !== undefined && isAccepted(holder);
}

/**
 * Gives a record the address for which it waits, where no account of somebody is behind that: nobody has it any more, or another
 * record that nobody has accepted either. Whichever invitation is accepted first makes the account, the others then wait for it.
 * False where its owner has an account, to which the record joins.
 */
export async function claimAddress(tx: Tx, user: User, at: Instant): Promise<boolean> {
  if (user.joining_at === null) return true;
  const holder = await findAccountByEmail(tx, user.email);
  if (holder !== undefined) {
    const held = await holdUserRow(tx, holder.id); // whoever accepted meanwhile has the account
    if (held !== undefined && isAccepted(held)) return false;
    if (held !== undefined) await markJoining(tx, held.id, at);
  }
  await markJoining(tx, user.id, null);
  return true;
}
