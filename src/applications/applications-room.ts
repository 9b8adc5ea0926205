import { enrolTierOf } from '../config/enrol-tier.ts';
import { days, minutes } from '../kernel/durations.ts';
import { defineRoom } from '../room/define-room.ts';
import type { Ground } from '../room/ground.ts';
import { applicationActions } from './applications-actions.ts';
import { applicationsPersonalData } from './applications-personal-data.ts';
import { applicationsRoutes } from './applications-routes.ts';
import { dropDeviceCodesBefore } from './device-codes-store.ts';
import { deviceRoutes } from './device-routes.ts';
import { providerHost } from './provider-host.ts';
import { dropRecordsBefore } from './provider-records-store.ts';
import { providerRoutes } from './provider-routes.ts';

type ApplicationsRoomDeps = Pick<Ground, 'counters' | 'database' | 'keys' | 'clock' | 'log' | 'settings' | 'publicUrl'>;

export const applicationsRoom = defineRoom({
  name: 'applications',
  auditActions: applicationActions,
  personalData: () => applicationsPersonalData,
  retention: [
    {
      name: 'provider_records',
      keptFor: days(1),
      what: 'codes, tokens and grants of applications after they ran out',
      forget: dropRecordsBefore,
    },
    {
      name: 'device_codes',
      keptFor: days(1),
      what: 'codes that devices showed, after they ran out',
      forget: dropDeviceCodesBefore,
    },
  ],
  open: ({ counters, database, keys, clock, log, settings, publicUrl }: ApplicationsRoomDeps) => {
    const deps = { database, keys, clock, log, publicUrl, enrolTier: enrolTierOf(settings) };
    const wrongUserCodes = counters.slidingWindow('device-codes', { most: 10, within: minutes(15) });
    const all = { ...deps, host: providerHost(deps), wrongUserCodes };
    return { routes: [...applicationsRoutes(all), ...deviceRoutes(all), ...providerRoutes(all)] };
  },
});
