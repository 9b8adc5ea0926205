import { action, type MetasOf } from '../../platform/audit/audit-actions.ts';
import type { Role } from '../../platform/kernel/role.ts';
import type { BulkFailure, BulkJob } from './bulk-job.ts';

interface OfJob {
  readonly job_id: number;
  readonly act: BulkJob['action'];
}

export const bulkActions = {
  'bulk.start': action<OfJob & { total: number; role?: Role }>(),
  'bulk.finish': action<
    OfJob & Pick<BulkJob, 'status' | 'done' | 'refused' | 'undone' | 'kept'> & { failure?: BulkFailure }
  >(),
  'bulk.undo': action<OfJob & { done: number }>(),
  'bulk.report': action<OfJob & { format: string }>(),
};

declare module '../../platform/audit/audit-actions.ts' {
  interface AuditMetas extends MetasOf<typeof bulkActions> {}
}
