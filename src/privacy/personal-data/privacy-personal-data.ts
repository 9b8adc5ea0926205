import type { PersonalDataContributor } from '../../platform/database/personal-data.ts';
import { listAccesses } from './access-log.ts';
import { erasureRequestsTable } from './erasure.ts';
import { blankMentions, blankReasons, listRequestsOf } from './erasure-requests-store.ts';
import { showRequest } from './personal-data-wire.ts';

const ALL = 1_000_000;

/** The access log has no table: it is derived from the audit log. */
export const privacyPersonalData: PersonalDataContributor = {
  room: 'privacy',
  tables: [erasureRequestsTable],
  exportOf: async (db, userId) => ({
    erasure_requests: (await listRequestsOf(db, userId)).map(showRequest),
    access_log: (await listAccesses(db, { userId, before: undefined, limit: ALL })).map(({ id: _, ...look }) => look),
  }),
  erase: blankReasons,
  eraseValues: blankMentions,
  parts: {
    access_log: { purpose: 'proof', kept: 'log' },
  },
  description: {
    holds: 'requests for erasure: status, times, reasons; who looked at the data, by role',
    erased: 'reasons emptied; where a reason about somebody else mentions the person, that is taken out',
    stays: {
      what: 'the request by number, its times, counts and certificate',
      ground: 'proof that the request was fulfilled (GDPR art. 5(2))',
      until: 'as long as the service keeps its audit log',
    },
  },
};
