import type { PersonalTables } from '../../platform/database/personal-columns.ts';

/** What an export and an erasure do with each column. */
export const passkeysTables = {
  passkey_owners: {
    user_id: { export: 'repeated', erasure: 'removed' },
    handle: { export: 'secret', erasure: 'removed' },
    passkeys: { export: 'inner', erasure: 'removed' },
    created_at: { export: 'inner', erasure: 'removed' },
  },
  passkeys: {
    id: { export: 'inner', erasure: 'removed' },
    user_id: { export: 'repeated', erasure: 'removed' },
    credential_id: { export: 'secret', erasure: 'removed' },
    public_key: { export: 'secret', erasure: 'removed' },
    counter: { export: 'inner', erasure: 'removed' },
    device_type: { export: 'from passkeys.synced', erasure: 'removed' },
    transports: { export: 'in passkeys.transports', erasure: 'removed' },
    aaguid: { export: 'in passkeys.model', erasure: 'removed' },
    rp_id: { export: 'in passkeys.host', erasure: 'removed' },
    name: { export: 'in passkeys.name', erasure: 'removed' },
    created_at: { export: 'in passkeys.created_at', erasure: 'removed' },
    backed_up_at: { export: 'in passkeys.backed_up_at', erasure: 'removed' },
    last_used_at: { export: 'in passkeys.last_used_at', erasure: 'removed' },
    refused_at: { export: 'in passkeys.refused_at', erasure: 'removed' },
    verified_at: { export: 'in passkeys.verified_at', erasure: 'removed' },
    added_by: { export: 'secret', erasure: 'removed' },
    purpose: { export: 'from passkeys.second_step_only', erasure: 'removed' },
  },
} as const satisfies PersonalTables;
