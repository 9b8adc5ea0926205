import { defineTable, id, integer, json, type RowOf, text } from '../database/define-table.ts';
import type { Instant } from '../kernel/clock.ts';
import type { TenantId, UserId } from '../kernel/entity-id.ts';
import type { AuditAction } from './audit-actions.ts';
import type { AuditMeta } from './audit-chain.ts';

/**
 * An audit record as stored. Append-only, except for erasure (blanks personal columns) and trimming (deletes old sealed
 * records).
 */
export const auditRecordsTable = defineTable(
  'audit_records',
  {
    id: id('internal', 'kept'),
    at: text<Instant>('in audit.at', 'kept'),
    tenant_id: integer<TenantId>('internal', 'kept').orNull(),
    actor_id: integer<UserId>('from audit.by', 'kept').orNull(),
    actor_email: text('duplicate', 'emptied').orNull(),
    user_id: integer<UserId>('from audit.about', 'kept').orNull(),
    action: text('in audit.action', 'kept'),
    ip: text('in audit.ip', 'emptied').orNull(),
    user_agent: text('in audit.device', 'emptied').orNull(),
    request_id: text('internal', 'kept').orNull(),
    meta: json<AuditMeta>('from audit.circumstances', 'emptied'),
  },
  {
    indexes: {
      tenant_id: 'tenant_id, id',
      actor_id: 'actor_id, id',
      user_id: 'user_id, id',
      action: 'action, id',
      in_tenant_by_action: 'tenant_id, action, id',
      at: 'at, id, action, tenant_id',
    },
    personal: {
      merging: { actor_id: 'stays', user_id: 'stays' },
      parts: { audit: { purpose: 'security', kept: 'log' } },
    },
  },
);

export type AuditRecordRow = RowOf<typeof auditRecordsTable>;

/** Actions of one client address within one minute. Dropped two minutes later. */
export const auditBurstsTable = defineTable(
  'audit_bursts',
  {
    minute: text<Instant>(),
    /** Keyed digest of the address as rate limits count it. */
    address: text(),
    action: text<AuditAction>(),
    /** As in audit records; never kept for some actions. */
    ip: text().orNull(),
    written: integer(),
    suppressed: integer(),
  },
  {
    key: ['minute', 'address', 'action'],
    clustered: true,
    personal: { nobody: 'counts by client address, for two minutes' },
  },
);

export type AuditBurst = RowOf<typeof auditBurstsTable>;
