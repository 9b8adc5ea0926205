import type { PersonalTables } from '../../platform/database/personal-columns.ts';

/** What an export and an erasure do with each column. */
export const privacyTables = {
  erasure_requests: {
    id: { export: 'in erasure_requests.id', erasure: 'kept' },
    user_id: { export: 'repeated', erasure: 'kept' },
    origin: { export: 'inner', erasure: 'kept' },
    status: { export: 'in erasure_requests.status', erasure: 'kept' },
    requested_at: { export: 'in erasure_requests.requested_at', erasure: 'kept' },
    due_at: { export: 'in erasure_requests.due_at', erasure: 'kept' },
    extended_at: { export: 'in erasure_requests.extended_at', erasure: 'kept' },
    extension_reason: { export: 'in erasure_requests.extension_reason', erasure: 'emptied' },
    decided_at: { export: 'in erasure_requests.decided_at', erasure: 'kept' },
    decided_by: { export: 'others', erasure: 'kept' },
    decision_reason: { export: 'in erasure_requests.decision_reason', erasure: 'emptied' },
    cancelled_at: { export: 'in erasure_requests.cancelled_at', erasure: 'kept' },
    legal_hold_at: { export: 'in erasure_requests.legal_hold_at', erasure: 'kept' },
    legal_hold_reason: { export: 'in erasure_requests.legal_hold_reason', erasure: 'emptied' },
    step: { export: 'inner', erasure: 'kept' },
    last_mail_id: { export: 'inner', erasure: 'kept' },
    last_mail_until: { export: 'inner', erasure: 'kept' },
    summary: { export: 'inner', erasure: 'kept' },
    mail_ids: { export: 'inner', erasure: 'kept' },
    blanked_ids: { export: 'inner', erasure: 'kept' },
    erased_at: { export: 'inner', erasure: 'kept' },
    failed_at: { export: 'inner', erasure: 'kept' },
    failure: { export: 'inner', erasure: 'kept' },
    completed_at: { export: 'in erasure_requests.completed_at', erasure: 'kept' },
    certificate: { export: 'inner', erasure: 'kept' },
    swept_at: { export: 'inner', erasure: 'kept' },
    updated_at: { export: 'inner', erasure: 'kept' },
  },
} as const satisfies PersonalTables;
