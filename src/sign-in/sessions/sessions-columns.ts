import type { PersonalTables } from '../../platform/database/personal-columns.ts';

/** What an export and an erasure do with each column. */
export const sessionsTables = {
  sign_ins: {
    sid: { export: 'secret', erasure: 'kept' },
    user_id: { export: 'repeated', erasure: 'kept' },
    started_at: { export: 'in sign_ins.started_at', erasure: 'kept' },
    authenticated_at: { export: 'in sign_ins.authenticated_at', erasure: 'kept' },
    refreshed_at: { export: 'in sign_ins.last_active_at', erasure: 'kept' },
    expires_at: { export: 'in sign_ins.expires_at', erasure: 'kept' },
    ended_at: { export: 'in sign_ins.ended_at', erasure: 'kept' },
    end_reason: { export: 'in sign_ins.end_reason', erasure: 'kept' },
    ip: { export: 'in sign_ins.ip', erasure: 'emptied' },
    user_agent: { export: 'in sign_ins.device', erasure: 'emptied' },
    methods: { export: 'in sign_ins.methods', erasure: 'emptied' },
    came_of: { export: 'secret', erasure: 'emptied' },
  },
  session_records: {
    jti: { export: 'secret', erasure: 'kept' },
    sid: { export: 'secret', erasure: 'kept' },
    kid: { export: 'inner', erasure: 'kept' },
    issued_at: { export: 'repeated', erasure: 'kept' },
    access_expires_at: { export: 'repeated', erasure: 'kept' },
    refresh_expires_at: { export: 'repeated', erasure: 'kept' },
    spent_at: { export: 'repeated', erasure: 'kept' },
    successor_jti: { export: 'secret', erasure: 'kept' },
  },
  service_tokens: 'nobody',
} as const satisfies PersonalTables;
