import { defineTable, text } from '../database/define-table.ts';
import type { Instant } from '../kernel/clock.ts';

export const leasesTable = defineTable(
  'leases',
  {
    name: text(),
    holder: text(),
    until: text(),
  },
  {
    key: 'name',
    personal: { nobody: 'the name of a job, and a random name of a process' },
  },
);

/** When each job that deletes for good last saw the clock, and from when on it trusts it again. */
export const watchedClocksTable = defineTable(
  'watched_clocks',
  {
    job: text(),
    seen_at: text<Instant>(),
    trusted_from: text<Instant>(),
  },
  {
    key: 'job',
    clustered: true,
    personal: { nobody: 'the name of a job, and instants' },
  },
);
