import type { Tx } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';
import { AppError } from '../../platform/kernel/app-error.ts';
import type { UserId } from '../../platform/kernel/entity-id.ts';
import type { Platform } from '../../platform/room/platform.ts';
import { findAccount, holdUserRow } from '../users/accounts-store.ts';
import type { Account, User } from '../users/user.ts';
import { type Manager, requireMayManage } from './managing-users.ts';

/** Everything an act on a person needs; their row is locked until the transaction ends. */
export interface ActOnUser {
  readonly tx: Tx;
  readonly user: User;
  readonly call: Call<Manager>;
}

/**
 * Performs one act on one person in one transaction, after the permission check.
 * @throws AppError 403, 404, 409 by `requireMayManage`, and the errors of the act
 */
export function actOnUser<Result>(
  { database }: Pick<Pick<Platform, 'database' | 'clock'>, 'database'>,
  call: Call<Manager>,
  id: UserId,
  act: (on: ActOnUser) => Promise<Result>,
): Promise<Result> {
  return database.transaction(async (tx) => {
    const user = requireMayManage(call.caller, await holdUserRow(tx, id));
    return act({ tx, user, call });
  });
}

/** The account after the act. */
export async function getAccount(tx: Tx, id: UserId): Promise<Account> {
  const account = await findAccount(tx, id);
  if (account === undefined) throw new Error('A user whose row is locked is gone');
  return account;
}

/** 409: the person's state does not allow this. */
export const illegalState = (): AppError => new AppError('users.state');
