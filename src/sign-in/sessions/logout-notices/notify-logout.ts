import type { PeopleOutside } from '../../../accounts/users/accounts-store.ts';
import type { Db, Tx } from '../../../platform/database/database.ts';
import { insertRows, valuesOf } from '../../../platform/database/insert-rows.ts';
import type { Instant } from '../../../platform/kernel/clock.ts';
import type { UserId } from '../../../platform/kernel/entity-id.ts';
import type { ApplicationSignIn, LogoutNotice } from './logout-notice.ts';
import {
  changeAddress,
  dropSignInsAt,
  forgetWhose,
  listNoticesOf,
  type NoticePage,
  pageNotices,
  recordSignIn,
  takeAllSignIns,
  takeSignIns,
} from './logout-notices-store.ts';
import { addTurns, startTurnAnew } from './logout-turns-store.ts';

/** Notices to an application, newest first, with one extra row. */
export const listNoticesTo = (db: Db, applicationId: string, page: NoticePage) => pageNotices(db, applicationId, page);

/** A person's notices for an export, and their blanking by an erasure, after it has ended the sign-ins. */
export const noticesOfPerson = { list: listNoticesOf, forget: forgetWhose };

/**
 * Stored once per sign-in, however often it is used at the application. The caller must have locked the sign-in's row, so
 * that it cannot end unnoticed meanwhile.
 */
export const recordSignInAt = (tx: Tx, entered: ApplicationSignIn): Promise<void> => recordSignIn(tx, entered);

/** Enqueues notices to every application where these sign-ins were used. Call it in the transaction that ends them. */
export async function notifyLogout(tx: Tx, sids: readonly string[], at: Instant): Promise<void> {
  if (sids.length === 0) return;
  await enqueue(tx, at, await takeSignIns(tx, (row) => row('sid', 'in', valuesOf('text', sids))));
}

/** The same for all sign-ins. */
export const notifyLogoutOfAll = async (tx: Tx, at: Instant): Promise<void> =>
  enqueue(tx, at, await takeAllSignIns(tx));

/** Enqueues notices to an application that has ended or was restricted: about all people, or those of `userIds`. */
export const notifyApplication = async (
  tx: Tx,
  applicationId: string,
  at: Instant,
  userIds?: PeopleOutside,
): Promise<void> =>
  enqueue(
    tx,
    at,
    await takeSignIns(tx, (row) => {
      const ofApplication = row('application_id', '=', applicationId);
      return userIds === undefined ? ofApplication : row.and([ofApplication, row('user_id', 'in', userIds)]);
    }),
  );

/** Enqueues notices about a person who withdrew their consent. */
export const notifyWithdrawal = async (
  tx: Tx,
  { userId, applicationId }: { readonly userId: UserId; readonly applicationId: string },
  at: Instant,
): Promise<void> =>
  enqueue(
    tx,
    at,
    await takeSignIns(tx, (row) => row.and([row('user_id', '=', userId), row('application_id', '=', applicationId)])),
  );

/** Changes where notices are sent; null: none are wanted any more. */
export async function redirectNotices(
  tx: Tx,
  applicationId: string,
  address: string | null,
  at: Instant,
): Promise<void> {
  if (address === null) return dropSignInsAt(tx, applicationId);
  await startTurnAnew(tx, applicationId, at);
  await changeAddress(tx, applicationId, address);
}

const COLUMNS = [
  ...(['application_id', 'user_id', 'subject', 'session_id', 'logout_uri'] as const),
  ...(['state', 'attempts', 'due_at', 'created_at'] as const),
] as const;

type NewNotice = Pick<LogoutNotice, (typeof COLUMNS)[number]>;

async function enqueue(tx: Tx, at: Instant, ended: readonly ApplicationSignIn[]): Promise<void> {
  await addTurns(
    tx,
    ended.map(({ application_id }) => application_id),
    at,
  );
  await insertRows(tx, {
    table: 'logout_notices',
    columns: COLUMNS,
    numbers: ['user_id', 'attempts'],
    rows: ended.map(
      ({ application_id, user_id, subject, session_id, logout_uri }): NewNotice => ({
        application_id,
        user_id,
        subject,
        session_id,
        logout_uri,
        ...({ state: 'queued', attempts: 0, due_at: at, created_at: at } as const),
      }),
    ),
  });
}
