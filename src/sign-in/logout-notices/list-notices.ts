import type { Db } from '../../platform/database/database.ts';
import { forgetWhose, listNoticesOf, type NoticePage, pageNotices } from './logout-notices-store.ts';

/** Notices to an application, newest first, with one extra row. */
export const listNoticesTo = (db: Db, applicationId: string, page: NoticePage) => pageNotices(db, applicationId, page);

/** A person's notices for an export, and their blanking by an erasure, after it has ended the sign-ins. */
export const noticesOfPerson = { list: listNoticesOf, forget: forgetWhose };
