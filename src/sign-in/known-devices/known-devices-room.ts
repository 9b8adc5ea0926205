import { defineRoom } from '../../platform/room/define-room.ts';
import type { Platform } from '../../platform/room/platform.ts';
import { dropOldNotices, endAllNotices } from './device-notices-store.ts';
import { DEVICE_KNOWN_FOR, NOTICES_KEPT_FOR } from './known-device.ts';
import { knownDevicesActions } from './known-devices-actions.ts';
import { knownDevicesMails } from './known-devices-mails.ts';
import { knownDevicesPersonalData } from './known-devices-personal-data.ts';
import { knownDevicesRoutes } from './known-devices-routes.ts';
import { knownDevicesSettings } from './known-devices-settings.ts';
import { dropDevicesAddedBy, dropUnseen } from './known-devices-store.ts';
import { signingDevices } from './note-device.ts';

type KnownDevicesRoomDeps = Pick<Platform, 'database' | 'clock' | 'keys' | 'recordOrSum' | 'publicUrl' | 'settings'>;

export const knownDevicesRoom = defineRoom({
  name: 'known-devices',
  settings: knownDevicesSettings,
  auditActions: knownDevicesActions,
  mails: knownDevicesMails,
  personalData: () => knownDevicesPersonalData,
  retention: [
    { name: 'known_devices', keptFor: DEVICE_KNOWN_FOR, what: 'browsers after their last sign-in', forget: dropUnseen },
    { name: 'device_notices', keptFor: NOTICES_KEPT_FOR, what: 'notices of new browsers', forget: dropOldNotices },
  ],
  takeBack: async (tx, _call, { id }, sids) => {
    await dropDevicesAddedBy(tx, id, sids);
    return [];
  },
  endAtRestore: endAllNotices,
  open: ({ settings, ...deps }: KnownDevicesRoomDeps, { takeBackWays }) => ({
    services: { deviceOf: signingDevices({ ...deps, isOn: settings.devices.newDeviceMail }) },
    routes: knownDevicesRoutes({ ...deps, takeBackWays }),
  }),
});
