import * as store from './audit-store.ts';

/** When the newest record says it was written: nothing should be from the future. */
export const findNewestRecord = store.findNewestRecord;
