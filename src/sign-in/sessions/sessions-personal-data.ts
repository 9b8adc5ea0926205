import type { PersonalDataContributor } from '../../platform/database/personal-data.ts';
import { endSessionsOf } from './end-sessions.ts';
import { serviceTokensTable } from './service-token.ts';
import { sessionRecordsTable, signInsTable } from './session.ts';
import { blankSignIns, listSignInsOf } from './sessions-store.ts';

/**
 * `service_tokens` is not about people. `session_records` holds only random ids and times of sign-ins that are exported here;
 * its rows stay, without a person.
 */
export const sessionsPersonalData: PersonalDataContributor = {
  room: 'sessions',
  tables: [signInsTable, sessionRecordsTable, serviceTokensTable],
  exportOf: async (db, userId) => ({
    sign_ins: (await listSignInsOf(db, userId)).map(
      ({ ip, user_agent, methods, started_at, authenticated_at, refreshed_at, expires_at, ended_at, end_reason }) => ({
        device: user_agent,
        ip,
        methods,
        started_at,
        authenticated_at,
        last_active_at: refreshed_at,
        expires_at,
        ended_at,
        end_reason,
      }),
    ),
  }),
  erase: async (tx, userId, at) => {
    await endSessionsOf(tx, userId, 'erased', at);
    await blankSignIns(tx, userId);
  },
  description: {
    holds: 'sign-ins: device, client address, how it was authenticated, times',
    erased: 'ended; device, client address and how it was authenticated emptied',
    stays: {
      what: 'times, and why it ended, by id',
      ground: 'security (GDPR art. 32)',
      until: 'they are removed 90 days after they end',
    },
  },
};
