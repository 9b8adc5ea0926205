import type { Db } from '../../platform/database/database.ts';
import { isUniqueViolation } from '../../platform/database/store-errors.ts';
import { AppError } from '../../platform/kernel/app-error.ts';
import { type AddressPlace, listAddressPlaces } from './joining-store.ts';
import type { ListScope } from './tenant-people-store.ts';

/** Where a canonical address is taken; `undefined` where it is free. */
export const placeOfAddress = async (db: Db, within: ListScope, email: string): Promise<AddressPlace | undefined> =>
  (await listAddressPlaces(db, within, [email])).get(email);

/** Writes an address. @throws AppError `users.email_taken` (409); the transaction must then be rolled back */
export async function refusingTaken<Result>(write: () => Promise<Result>): Promise<Result> {
  try {
    return await write();
  } catch (cause) {
    const isTaken =
      isUniqueViolation(cause, 'users__email_unique') || isUniqueViolation(cause, 'users__joining_unique');
    throw isTaken ? new AppError('users.email_taken', { cause }) : cause;
  }
}
