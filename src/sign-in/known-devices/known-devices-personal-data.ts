import type { PersonalDataContributor } from '../../platform/database/personal-data.ts';
import { dropNoticesOf, listNotices } from './device-notices-store.ts';
import { knownDevicesTables } from './known-devices-columns.ts';
import { dropDevicesOf, listDevices } from './known-devices-store.ts';

export const knownDevicesPersonalData: PersonalDataContributor = {
  room: 'known-devices',
  tables: knownDevicesTables,
  exportOf: async (db, userId) => ({
    known_devices: (await listDevices(db, userId)).map(({ user_agent, ip, first_seen_at, last_seen_at }) => ({
      device: user_agent,
      ip,
      first_seen_at,
      last_seen_at,
    })),
    new_device_notices: (await listNotices(db, userId)).map(({ user_agent, ip, created_at, used_at }) => ({
      device: user_agent,
      ip,
      created_at,
      used_at,
    })),
  }),
  erase: async (tx, userId) => {
    await dropDevicesOf(tx, userId);
    await dropNoticesOf(tx, userId);
  },
  parts: {
    known_devices: { purpose: 'security', kept: { rule: 'known_devices', from: 'last' } },
    new_device_notices: { purpose: 'security', kept: { rule: 'device_notices', from: 'made' } },
  },
  description: {
    holds:
      'browsers that the person signed in from: device, client address, first and last time, a digest of their cookie; notices of new ones: the same, and a digest of their link',
    erased: 'removed',
  },
};
