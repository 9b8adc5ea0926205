import { auditActions } from '../../src/entry/app/declarations.ts';
import { AUDIT_GROUPS, type AuditAction, type AuditGroup } from '../../src/platform/audit/audit-actions.ts';
import { keysOf } from '../../src/platform/kernel/unchecked.ts';

export const GROUPS: readonly AuditGroup[] = AUDIT_GROUPS;

/** The audit actions, each in the group that its room declares. */
export const ACTIONS_BY_GROUP: Readonly<Partial<Record<AuditGroup, readonly AuditAction[]>>> = Object.groupBy(
  keysOf(auditActions),
  (name) => auditActions[name].group,
);
