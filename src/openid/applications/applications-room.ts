import type { SecondFactors } from '../../accounts/permissions/second-factors.ts';
import type { LogoDeps } from '../../accounts/tenant-admin/receive-logo.ts';
import { dropRowsBefore } from '../../platform/database/drop-rows.ts';
import type { Authenticate } from '../../platform/http/caller.ts';
import { minutes, seconds } from '../../platform/kernel/durations.ts';
import { defineRoom } from '../../platform/room/define-room.ts';
import type { Platform } from '../../platform/room/platform.ts';
import type { ServiceTokens } from '../../sign-in/sessions/service-tokens.ts';
import type { VerifyToken } from '../../sign-in/sessions/session-token.ts';
import { applicationsTable } from './application.ts';
import { applicationConsentsTable } from './application-consents-store.ts';
import { applicationLogosTable } from './application-logos-store.ts';
import { applicationActions } from './applications-actions.ts';
import { applicationErrors } from './applications-errors.ts';
import { journalledApplication, journalledConsents } from './applications-journal.ts';
import { applicationsPersonalData } from './applications-personal-data.ts';
import { applicationsRoutes } from './applications-routes.ts';
import { applicationOwnersTable, hasApplication } from './applications-store.ts';
import { deviceCodesTable } from './device-codes-store.ts';
import { deviceRoutes } from './device-routes.ts';
import { endDueApplications } from './end-due-applications.ts';
import { loadProvider } from './load-provider.ts';
import { logoRoutes } from './logo-routes.ts';
import { providerHost } from './provider-host.ts';
import { dropAllRecords, providerRecordsTable } from './provider-records-store.ts';
import { providerRoutes } from './provider-routes.ts';
import { endReplaced } from './provider-sign-out.ts';
import { servicesRoutes } from './services-routes.ts';

interface ApplicationsRoomDeps
  extends Pick<Platform, 'database' | 'keys' | 'clock' | 'counters' | 'log' | 'publicUrl'> {
  readonly serviceTokens: ServiceTokens;
  readonly authenticate: Authenticate;
  readonly verifyToken: VerifyToken;
  readonly factors: SecondFactors;
  readonly pictures: LogoDeps;
}

export const applicationsRoom = defineRoom({
  name: 'applications',
  refusals: applicationErrors,
  tables: [
    applicationsTable,
    applicationConsentsTable,
    applicationLogosTable,
    providerRecordsTable,
    deviceCodesTable,
    applicationOwnersTable,
  ],
  auditActions: applicationActions,
  personalData: () => applicationsPersonalData,
  journalledStates: [journalledApplication, journalledConsents],
  endAtRestore: dropAllRecords,
  retention: [
    {
      name: 'provider_records',
      keptFor: minutes(5), // allows for clock skew
      what: 'codes, tokens and grants of applications after they expired',
      forget: dropRowsBefore(providerRecordsTable, 'expires_at'),
    },
    {
      name: 'device_codes',
      keptFor: minutes(5), // so that polling devices learn why
      what: 'codes shown by devices, after they expired',
      forget: dropRowsBefore(deviceCodesTable, 'expires_at'),
    },
  ],
  open: ({ counters, pictures, authenticate, ...platform }: ApplicationsRoomDeps) => {
    const tokenLimit = counters.rateLimit('service-tokens', { most: 60, within: minutes(1) });
    const wrongUserCodes = counters.slidingWindow('device-codes', { most: 10, within: minutes(15) });
    const deps = { ...platform, tokenLimit };
    const all = { ...deps, host: providerHost(deps), pictures, wrongUserCodes };
    return {
      signIn: { endBefore: endReplaced(platform.publicUrl) },
      routes: [
        ...applicationsRoutes(all),
        ...logoRoutes(all),
        ...deviceRoutes(all),
        ...providerRoutes(all),
        ...servicesRoutes({ authenticate, verifyToken: platform.verifyToken }),
      ],
      // Loading the library blocks the loop for half a second, so it is loaded before the process serves, if it will be needed.
      prepare: async () => {
        if (await hasApplication(platform.database.read)) await loadProvider();
      },
      jobs: [{ name: 'application ends', every: seconds(5), run: () => endDueApplications(deps) }],
    };
  },
});
