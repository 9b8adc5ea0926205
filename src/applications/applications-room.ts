import { days } from '../kernel/durations.ts';
import type { SecondFactors } from '../policy/second-factors.ts';
import { defineRoom } from '../room/define-room.ts';
import type { Ground } from '../room/ground.ts';
import { applicationActions } from './applications-actions.ts';
import { applicationsPersonalData } from './applications-personal-data.ts';
import { applicationsRoutes } from './applications-routes.ts';
import { providerHost } from './provider-host.ts';
import { dropRecordsBefore } from './provider-records-store.ts';
import { providerRoutes } from './provider-routes.ts';

interface ApplicationsRoomDeps extends Pick<Ground, 'database' | 'keys' | 'clock' | 'log' | 'publicUrl'> {
  readonly factors: SecondFactors;
}

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
  ],
  open: ({ database, keys, clock, log, publicUrl, factors }: ApplicationsRoomDeps) => {
    const deps = { database, keys, clock, log, publicUrl, factors };
    const all = { ...deps, host: providerHost(deps) };
    return { routes: [...applicationsRoutes(all), ...providerRoutes(all)] };
  },
});
