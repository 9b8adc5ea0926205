import { type AuditedCall, byOperator } from '../../platform/audit/audit-context.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { membershipActions } from './memberships-actions.ts';
import type { Transfer } from './transfer.ts';

export type TransferStep = Extract<keyof typeof membershipActions, `transfer.${string}`>;

/** Whose act it is: that of the club asked, of the tenant that asks, of the person, or of the service. */
export type ActingSide = 'source' | 'target' | 'person' | 'service';

/**
 * Writes a step into the logs of both clubs. Each names only its own who acted; the person is named where they are or will be a member.
 */
export async function recordStep(
  tx: Tx,
  call: AuditedCall,
  step: TransferStep,
  transfer: Transfer,
  by: ActingSide,
): Promise<void> {
  const { id: transfer_id, to_tenant_id, from_tenant_id, user_id } = transfer;
  const meta = { transfer_id, to_tenant_id };
  const unnamed = byOperator([step], call.at);
  if (from_tenant_id !== null && user_id !== null) {
    const about = { id: user_id, tenant_id: from_tenant_id };
    await recordAudit(tx, by === 'source' || by === 'person' ? call : unnamed, { action: step, about, meta });
  }
  await recordTarget(tx, by === 'target' || step === 'transfer.accept' ? call : unnamed, step, transfer);
}

/** Into the log of the tenant that asks, which learns whom it is about when they have accepted. */
export async function recordTarget(
  tx: Tx,
  call: AuditedCall,
  step: TransferStep,
  { id: transfer_id, to_tenant_id, user_id }: Pick<Transfer, 'id' | 'to_tenant_id' | 'user_id'>,
): Promise<void> {
  const isMember = step === 'transfer.accept' && user_id !== null;
  const about = isMember ? { id: user_id, tenant_id: to_tenant_id } : undefined;
  const meta = { transfer_id, to_tenant_id };
  await recordAudit(tx, call, { action: step, about, tenantId: to_tenant_id, meta });
}
