import { flagSetting } from '../../platform/config/setting.ts';
import type { SettingsOf } from '../../platform/config/settings.ts';
import { dropRowsBefore } from '../../platform/database/drop-rows.ts';
import type { PersonalDataContributor } from '../../platform/database/personal-data.ts';
import { rowsOfPerson } from '../../platform/database/personal-rows.ts';
import { type CodesOf, declareRefusals } from '../../platform/kernel/app-error.ts';
import { defineRoom } from '../../platform/room/define-room.ts';
import type { Platform } from '../../platform/room/platform.ts';
import { ALARMS_KEPT_FOR, alarmLinksTable } from './alarm.ts';
import { dropAlarmsTo, endAllAlarms } from './alarm-links-store.ts';
import { alarmsRoutes } from './alarms-routes.ts';
import { DEVICE_KNOWN_FOR, deviceNoticesTable, knownDevicesTable, NOTICES_KEPT_FOR } from './known-device.ts';
import { knownDevicesRoutes } from './known-devices-routes.ts';
import { dropDevicesAddedBy, endAllNotices } from './known-devices-store.ts';
import { signingDevices } from './note-device.ts';
import { securityNoticeActions } from './security-notices-actions.ts';
import { securityNoticeMails } from './security-notices-mails.ts';

const alarmsPersonalData: PersonalDataContributor = {
  room: 'alarms',
  ...rowsOfPerson([alarmLinksTable]),
  eraseValues: (tx, { emails }) => dropAlarmsTo(tx, emails),
  description: {
    holds:
      'links by which the person takes back changes to the account: times, the address before a change of it, a digest of the link',
    erased: 'removed',
  },
};

const knownDevicesErrors = declareRefusals({
  'devices.not_found': {
    status: 404,
    hr: 'Tog preglednika nema među onima iz kojih ste se prijavljivali.',
    en: 'That browser is not among those you have signed in from.',
    when: 'The browser is unknown, already forgotten, or somebody else’s; the answer does not say which.',
  },
});

declare module '../../platform/kernel/app-error.ts' {
  interface Refusals extends CodesOf<typeof knownDevicesErrors> {}
}

const knownDevicesPersonalData: PersonalDataContributor = {
  room: 'known-devices',
  ...rowsOfPerson([knownDevicesTable, deviceNoticesTable]),
  description: {
    holds:
      'browsers that the person signed in from: device, client address, first and last time, a digest of their cookie; notices of new ones: the same, and a digest of their link',
    erased: 'removed',
  },
};

const knownDevicesSettings = {
  devices: {
    newDeviceMail: flagSetting('SVC_NEW_DEVICE_MAIL', {
      fallback: true,
      why: '`1`: the owner is mailed when somebody signs in from a browser that was not known. `0`: browsers are not remembered.',
    }),
  },
} as const;

declare module '../../platform/config/settings.ts' {
  interface Settings extends SettingsOf<typeof knownDevicesSettings> {}
}

/** What the owner is mailed about a new browser or a change, and the links by which they say "that was not me". */
export const securityNoticesRoom = defineRoom({
  name: 'security-notices',
  refusals: knownDevicesErrors,
  tables: [alarmLinksTable, knownDevicesTable, deviceNoticesTable],
  settings: knownDevicesSettings,
  auditActions: securityNoticeActions,
  mails: securityNoticeMails,
  personalData: () => [alarmsPersonalData, knownDevicesPersonalData],
  retention: [
    {
      name: 'alarm_links',
      keptFor: ALARMS_KEPT_FOR,
      what: 'links that take back changes to an account, after they were made',
      forget: dropRowsBefore(alarmLinksTable, 'created_at'),
    },
    {
      name: 'known_devices',
      keptFor: DEVICE_KNOWN_FOR,
      what: 'browsers after their last sign-in',
      forget: dropRowsBefore(knownDevicesTable, 'last_seen_at'),
    },
    {
      name: 'device_notices',
      keptFor: NOTICES_KEPT_FOR,
      what: 'notices of new browsers',
      forget: dropRowsBefore(deviceNoticesTable, 'created_at'),
    },
  ],
  takeBack: async (tx, _call, { id }, sids) => {
    await dropDevicesAddedBy(tx, id, sids);
    return [];
  },
  endAtRestore: async (tx, at) => (await endAllAlarms(tx, at)) + (await endAllNotices(tx, at)),
  open: (platform: Platform, { takeBackWays }) => ({
    services: { deviceOf: signingDevices({ ...platform, isOn: platform.settings.devices.newDeviceMail }) },
    routes: [...alarmsRoutes({ ...platform, takeBackWays }), ...knownDevicesRoutes({ ...platform, takeBackWays })],
  }),
});
