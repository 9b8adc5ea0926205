import { forgetWhose, listNoticesOf, listNoticesTo } from './logout-notices-store.ts';

/** Those to an application. */
export const listNotices = listNoticesTo;

/** What an export tells, and what an erasure removes after it has ended the sign-ins. */
export const noticesOfPerson = { list: listNoticesOf, forget: forgetWhose };
