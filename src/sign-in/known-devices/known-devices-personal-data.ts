import type { PersonalDataContributor } from '../../platform/database/personal-data.ts';
import { rowsOfPerson } from '../../platform/database/personal-rows.ts';
import { deviceNoticesTable, knownDevicesTable } from './known-device.ts';

export const knownDevicesPersonalData: PersonalDataContributor = {
  room: 'known-devices',
  ...rowsOfPerson([knownDevicesTable, deviceNoticesTable]),
  description: {
    holds:
      'browsers that the person signed in from: device, client address, first and last time, a digest of their cookie; notices of new ones: the same, and a digest of their link',
    erased: 'removed',
  },
};
