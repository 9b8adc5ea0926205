import type { Tx } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';
import { AppError } from '../../platform/kernel/app-error.ts';
import type { UserId } from '../../platform/kernel/entity-id.ts';
import type { Platform } from '../../platform/room/platform.ts';
import type { User } from '../users/user.ts';
import {
  heldUser,
  type Reached,
  requireWhole,
  type SeenAccount,
  type SeenUser,
  seenAccount,
} from './managed-person.ts';
import { type Manager, requireMayManage } from './managing-users.ts';

/** Everything an act on a person needs; their row is locked until the transaction ends. */
export interface ActOnUser {
  readonly tx: Tx;
  /** Their tenant, role and status are those of `membership`. */
  readonly user: User & Partial<Reached>;
  readonly call: Call<Manager>;
}

/** An act that may also be on what the person is within the manager's reach alone. */
export interface ActOnMember extends ActOnUser {
  readonly user: SeenUser;
}

/**
 * Performs one act on one person's account in one transaction, after the permission check.
 * @throws AppError 403, 404, 409 by `requireWhole`, and the errors of the act
 */
export function actOnUser<Result>(
  { database }: Pick<Pick<Platform, 'database' | 'clock'>, 'database'>,
  call: Call<Manager>,
  id: UserId,
  act: (on: ActOnUser) => Promise<Result>,
): Promise<Result> {
  return database.transaction(async (tx) => {
    const user = requireWhole(call.caller, await heldUser(tx, call.caller, id));
    return act({ tx, user, call });
  });
}

/** The same for acts that are on the membership where the person is also elsewhere. @throws AppError as `requireMayManage` */
export function actOnMember<Result>(
  { database }: Pick<Platform, 'database'>,
  call: Call<Manager>,
  id: UserId,
  act: (on: ActOnMember) => Promise<Result>,
): Promise<Result> {
  return database.transaction(async (tx) => {
    const user = requireMayManage(call.caller, await heldUser(tx, call.caller, id));
    return act({ tx, user, call });
  });
}

/** The account after the act, as the manager sees it. */
export async function getAccount(tx: Tx, manager: Manager, id: UserId): Promise<SeenAccount> {
  const account = await seenAccount(tx, manager, id);
  if (account === undefined) throw new Error('A user whose row is locked is gone');
  return account;
}

/** 409: the person's state does not allow this. */
export const illegalState = (): AppError => new AppError('users.state');
