import { type PersonalDataContributor, textsTelling } from '../../platform/database/personal-data.ts';
import { bulkJobsTable, bulkRowsTable } from './bulk-job.ts';
import { forgetMentions, forgetRequester, listJobsOf } from './bulk-jobs-store.ts';
import { bulkBatchesTable, forgetPerson, listActsOn } from './bulk-rows-store.ts';

/** Batches of waiting people hold only ids, for minutes; people erased meanwhile are skipped. */
export const bulkActsPersonalData: PersonalDataContributor = {
  room: 'bulk-acts',
  tables: [bulkRowsTable, bulkBatchesTable, bulkJobsTable],
  exportOf: async (db, userId) => ({
    bulk_acts: (await listActsOn(db, userId)).map(({ id, ...act }) => ({ job_id: id, ...act })),
    bulk_acts_started: (await listJobsOf(db, userId)).map(({ id, ip, user_agent, asked_by, ...job }) => ({
      job_id: id,
      ...job,
      ip: asked_by === userId ? ip : null,
      device: asked_by === userId ? user_agent : null,
    })),
  }),
  erase: async (tx, userId) => {
    await forgetPerson(tx, userId);
    await forgetRequester(tx, userId);
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
