import { auditHeadsTable, auditSealsTable, auditStubsTable } from '../audit/audit-chain.ts';
import { auditBurstsTable, auditRecordsTable } from '../audit/audit-tables.ts';
import { auditBreaksTable } from '../audit/chain-break.ts';
import type { Table } from '../database/define-table.ts';
import { schemaFloorsTable } from '../database/schema-floor.ts';
import { filesFoldersTable } from '../files/files-folder-table.ts';
import { leasesTable, watchedClocksTable } from '../jobs/leases-table.ts';
import { rebuildsTable } from '../jobs/rebuilds-store.ts';
import { dataKeysTable } from '../keys/data-key.ts';
import { mailsTable } from '../mail/mail.ts';

/** The tables below the rooms. */
export const platformTables: readonly Table[] = [
  auditRecordsTable,
  auditBurstsTable,
  auditSealsTable,
  auditBreaksTable,
  dataKeysTable,
  mailsTable,
  leasesTable,
  rebuildsTable,
  schemaFloorsTable,
  filesFoldersTable,
  watchedClocksTable,
  auditHeadsTable,
  auditStubsTable,
];
