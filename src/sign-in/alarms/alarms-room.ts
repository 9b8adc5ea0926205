import { defineRoom } from '../../platform/room/define-room.ts';
import type { Platform } from '../../platform/room/platform.ts';
import { ALARMS_KEPT_FOR } from './alarm.ts';
import { dropOldAlarms, endAllAlarms } from './alarm-links-store.ts';
import { alarmsActions } from './alarms-actions.ts';
import { alarmsMails } from './alarms-mails.ts';
import { alarmsPersonalData } from './alarms-personal-data.ts';
import { alarmsRoutes } from './alarms-routes.ts';

type AlarmsRoomDeps = Pick<Platform, 'database' | 'clock' | 'keys' | 'recordOrSum'>;

export const alarmsRoom = defineRoom({
  name: 'alarms',
  auditActions: alarmsActions,
  mails: alarmsMails,
  personalData: () => alarmsPersonalData,
  retention: [
    {
      name: 'alarm_links',
      keptFor: ALARMS_KEPT_FOR,
      what: 'links that take back changes to an account, after they were made',
      forget: dropOldAlarms,
    },
  ],
  endAtRestore: endAllAlarms,
  open: (deps: AlarmsRoomDeps, { takeBackWays }) => ({ routes: alarmsRoutes({ ...deps, takeBackWays }) }),
});
