import { countUpTo } from '../../platform/database/count-up-to.ts';
import type { Db } from '../../platform/database/database.ts';
import { forgetWhose, listNoticesOf } from './logout-notices-store.ts';

const ofApplication = (db: Db, applicationId: string) =>
  db.selectFrom('logout_notices').where('application_id', '=', applicationId);

interface NoticePage {
  /** Only ids below this one. */
  readonly before: number | undefined;
  readonly limit: number;
  readonly cap: number;
}

/** Notices to an application, newest first, with one extra row. */
export async function listNoticesTo(db: Db, applicationId: string, { before, limit, cap }: NoticePage) {
  const all = ofApplication(db, applicationId);
  const beyond = before === undefined ? all : all.where('id', '<', before);
  const rows = await beyond
    .selectAll()
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
  return { rows, counted: await countUpTo(db, all.select('id'), cap) };
}

/** A person's notices for an export, and their blanking by an erasure, after it has ended the sign-ins. */
export const noticesOfPerson = { list: listNoticesOf, forget: forgetWhose };
