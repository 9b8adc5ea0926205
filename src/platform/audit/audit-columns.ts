import type { PersonalTables } from '../database/personal-columns.ts';

/** What an export and an erasure do with each column. */
export const auditTables = {
  audit_records: {
    id: { export: 'inner', erasure: 'kept' },
    at: { export: 'in audit.at', erasure: 'kept' },
    tenant_id: { export: 'inner', erasure: 'kept' },
    actor_id: { export: 'from audit.by', erasure: 'kept' },
    actor_email: { export: 'repeated', erasure: 'emptied' },
    user_id: { export: 'from audit.about', erasure: 'kept' },
    action: { export: 'in audit.action', erasure: 'kept' },
    ip: { export: 'in audit.ip', erasure: 'emptied' },
    user_agent: { export: 'in audit.device', erasure: 'emptied' },
    request_id: { export: 'inner', erasure: 'kept' },
    meta: { export: 'from audit.circumstances', erasure: 'emptied' },
  },
  audit_seals: {
    seq: { export: 'inner', erasure: 'kept' },
    record_id: { export: 'inner', erasure: 'kept' },
    actor_salt: { export: 'secret', erasure: 'emptied' },
    meta_salt: { export: 'secret', erasure: 'emptied' },
    commitments: { export: 'secret', erasure: 'kept' },
    hash: { export: 'secret', erasure: 'kept' },
  },
  audit_bursts: 'nobody',
} as const satisfies PersonalTables;
