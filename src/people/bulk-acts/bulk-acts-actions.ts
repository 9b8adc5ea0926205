import { action, type MetasOf } from '../../platform/audit/audit-actions.ts';
import type { Role } from '../../platform/kernel/role.ts';
import type { BulkFailure, BulkJob } from './bulk-job.ts';

interface OfJob {
  readonly job_id: number;
  readonly act: BulkJob['action'];
}

export const bulkActions = {
  'bulk.start': action<OfJob & { total: number; role?: Role }>({
    group: 'people',
    act: { hr: 'pokrenuta skupna radnja', en: 'bulk action started' },
    deed: { en: 'started a bulk action' },
  }),
  'bulk.finish': action<
    OfJob & Pick<BulkJob, 'status' | 'done' | 'refused' | 'undone' | 'kept'> & { failure?: BulkFailure }
  >({
    group: 'people',
    act: { hr: 'završena skupna radnja', en: 'bulk action finished' },
    deed: { en: 'finished a bulk action' },
  }),
  'bulk.undo': action<OfJob & { done: number }>({
    group: 'people',
    act: { hr: 'zatraženo poništavanje skupne radnje', en: 'undoing of a bulk action requested' },
    deed: { en: 'undid a bulk action' },
  }),
  'bulk.report': action<OfJob & { format: string }>({
    group: 'people',
    act: { hr: 'preuzeto izvješće skupne radnje', en: 'report of a bulk action downloaded' },
    deed: { en: 'downloaded the report of a bulk action' },
  }),
};

declare module '../../platform/audit/audit-actions.ts' {
  interface AuditMetas extends MetasOf<typeof bulkActions> {}
}
