import { forgetWhose, listNoticesOf, listNoticesTo } from './logout-notices-store.ts';

/** Notices to an application. */
export const listNotices = listNoticesTo;

/** A person's notices for an export, and their blanking by an erasure, after it has ended the sign-ins. */
export const noticesOfPerson = { list: listNoticesOf, forget: forgetWhose };
