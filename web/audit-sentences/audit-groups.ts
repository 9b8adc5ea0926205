import type { AuditAction, AuditGroup } from '../../src/platform/audit/audit-actions.ts';
import { ACTIONS_BY_GROUP, GROUPS } from '../declared/audit-actions-by-group.ts';

export type { AuditGroup };

export const AUDIT_GROUPS = GROUPS;

export const actionsOf = (group: AuditGroup): readonly AuditAction[] => ACTIONS_BY_GROUP[group] ?? [];

export const isGroup = (name: string | undefined): name is AuditGroup => AUDIT_GROUPS.some((group) => group === name);

/** Undefined for an action that no longer exists. */
export const groupOf = (action: string): AuditGroup | undefined =>
  AUDIT_GROUPS.find((group) => actionsOf(group).some((one) => one === action));

export const isKnownAction = (action: string | undefined): action is AuditAction =>
  action !== undefined && groupOf(action) !== undefined;
