import type { PersonalTables } from '../../platform/database/personal-columns.ts';

/** What an export and an erasure do with each column. */
export const knownDevicesTables = {
  known_devices: {
    id: { export: 'inner', erasure: 'removed' },
    user_id: { export: 'repeated', erasure: 'removed' },
    digest: { export: 'secret', erasure: 'removed' },
    origin: { export: 'secret', erasure: 'removed' },
    ip: { export: 'in known_devices.ip', erasure: 'removed' },
    user_agent: { export: 'in known_devices.device', erasure: 'removed' },
    first_seen_at: { export: 'in known_devices.first_seen_at', erasure: 'removed' },
    last_seen_at: { export: 'in known_devices.last_seen_at', erasure: 'removed' },
    returned_at: { export: 'inner', erasure: 'removed' },
    added_by: { export: 'secret', erasure: 'removed' },
  },
  device_notices: {
    id: { export: 'inner', erasure: 'removed' },
    user_id: { export: 'repeated', erasure: 'removed' },
    device_id: { export: 'inner', erasure: 'removed' },
    sid: { export: 'secret', erasure: 'removed' },
    origin: { export: 'secret', erasure: 'removed' },
    address_hmac: { export: 'secret', erasure: 'removed' },
    seed: { export: 'secret', erasure: 'removed' },
    token_hash: { export: 'secret', erasure: 'removed' },
    ip: { export: 'in new_device_notices.ip', erasure: 'removed' },
    user_agent: { export: 'in new_device_notices.device', erasure: 'removed' },
    created_at: { export: 'in new_device_notices.created_at', erasure: 'removed' },
    expires_at: { export: 'inner', erasure: 'removed' },
    used_at: { export: 'in new_device_notices.used_at', erasure: 'removed' },
  },
} as const satisfies PersonalTables;
