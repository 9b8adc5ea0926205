import { action, type MetasOf } from '../../platform/audit/audit-actions.ts';
import type { TenantId } from '../../platform/kernel/entity-id.ts';

interface OfTransfer {
  readonly transfer_id: number;
  readonly to_tenant_id: TenantId;
}

export const transferAuditActions = {
  'transfer.ask': action<OfTransfer>(),
  'transfer.release': action<OfTransfer>(),
  'transfer.refuse': action<OfTransfer>(),
  'transfer.accept': action<OfTransfer>(),
  'transfer.decline': action<OfTransfer>(),
  'transfer.withdraw': action<OfTransfer>(),
  'transfer.expire': action<OfTransfer>(),
};

declare module '../../platform/audit/audit-actions.ts' {
  interface AuditMetas extends MetasOf<typeof transferAuditActions> {}
}
