import { type PersonalDataContributor, textsTelling } from '../../platform/database/personal-data.ts';
import { deviceOf } from '../long-acts/long-act.ts';
import { bulkJobsTable, bulkRowsTable } from './bulk-job.ts';
import { bulkBatchesTable, bulkJobs, bulkRows, forgetMentions, listActsOn } from './bulk-jobs-store.ts';

/** Batches of waiting people hold only ids, for minutes; people erased meanwhile are skipped. */
export const bulkActsPersonalData: PersonalDataContributor = {
  room: 'bulk-acts',
  tables: [bulkRowsTable, bulkBatchesTable, bulkJobsTable],
  exportOf: async (db, userId) => ({
    bulk_acts: (await listActsOn(db, userId)).map(({ id, ...act }) => ({ job_id: id, ...act })),
    bulk_acts_started: (await bulkJobs.listStartedBy(db, userId)).map((started) => {
      const { id, action, created_at } = started;
      return { job_id: id, action, created_at, ...deviceOf(started, userId) };
    }),
  }),
  erase: async (tx, userId) => {
    await bulkRows.dropAbout(tx, userId);
    await bulkJobs.forgetRequester(tx, userId);
  },
  eraseValues: (tx, values) => forgetMentions(tx, textsTelling(values)),
  description: {
    holds:
      'which bulk acts concerned somebody and what became of them, and which bulk acts somebody started, with client address and device while they run',
    erased: 'the person’s line in every bulk act; client address and device of those they started',
    stays: {
      what: 'that somebody, by id, started a bulk act',
      ground: 'a bulk act can be explained and undone (GDPR art. 5(2))',
      until: '90 days after it ended',
    },
  },
};
