import {
  actedLately,
  countActsAbout,
  countActsBy,
  countAllRecords,
  findNewestHead,
  findNewestRecord,
  findRecord,
  listActsAbout,
  listActsBy,
  listAddressesOf,
  newestJobOf,
  oldestUnsealed,
} from './single-records-store.ts';

/** What other rooms may read of the log. The statements lie in the store. */
export {
  actedLately,
  countActsAbout,
  countActsBy,
  countAllRecords,
  findNewestHead,
  findNewestRecord,
  findRecord,
  listActsAbout,
  listActsBy,
  listAddressesOf,
  newestJobOf,
  oldestUnsealed,
};
