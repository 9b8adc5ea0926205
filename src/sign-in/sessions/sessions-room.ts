import type { SecondFactors } from '../../accounts/permissions/second-factors.ts';
import { action, type MetasOf } from '../../platform/audit/audit-actions.ts';
import { choiceSetting, integerSetting } from '../../platform/config/setting.ts';
import type { Settings, SettingsOf } from '../../platform/config/settings.ts';
import type { Tx } from '../../platform/database/database.ts';
import { dropRowsBefore } from '../../platform/database/drop-rows.ts';
import { recentSignInCheck } from '../../platform/http/route-access.ts';
import { parseAddressRange } from '../../platform/kernel/address-range.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import { days, minutes } from '../../platform/kernel/durations.ts';
import { outgoingFetch } from '../../platform/outgoing/outgoing-fetch.ts';
import { defineRoom } from '../../platform/room/define-room.ts';
import type { Platform } from '../../platform/room/platform.ts';
import { authenticator, liveCheck } from './authenticate.ts';
import { endAllSessions } from './end-sessions.ts';
import { sessionReader } from './find-session.ts';
import { logoutWorker } from './logout-notices/deliver-logout.ts';
import { logoutMetrics } from './logout-notices/logout-metrics.ts';
import { applicationSignInsTable, logoutNoticesTable } from './logout-notices/logout-notice.ts';
import { dropNoticesBefore } from './logout-notices/logout-notices-store.ts';
import { dropTurnsBefore, logoutTurnsTable } from './logout-notices/logout-turns-store.ts';
import { serviceTokensTable } from './service-token.ts';
import { serviceTokens } from './service-tokens.ts';
import { dropAllServiceTokens } from './service-tokens-store.ts';
import { sessionRecordsTable, signInsTable } from './session.ts';
import { knownTokens, tokenVerifier } from './session-token.ts';
import { sessionsPersonalData } from './sessions-personal-data.ts';
import { dropOldSignIns } from './sessions-store.ts';
import { tokenPairs } from './token-pair.ts';

const sessionSettings = {
  sessions: {
    accessMinutes: integerSetting('SVC_ACCESS_TTL_MIN', {
      fallback: 15,
      min: 1,
      max: 1440,
      why: 'Lifetime of an access token, minutes. Revocation does not wait for it: the session record is read at every request.',
    }),
    refreshDays: integerSetting('SVC_REFRESH_TTL_DAYS', {
      fallback: 30,
      min: 1,
      max: 365,
      why: 'Lifetime of a refresh token, days.',
    }),
    signInDays: integerSetting('SVC_SESSION_MAX_DAYS', {
      fallback: 90,
      min: 1,
      max: 365,
      why: 'A sign-in ends after this many days, however often it is refreshed.',
    }),
    refreshGraceSeconds: integerSetting('SVC_REFRESH_GRACE_SEC', {
      fallback: 10,
      min: 0,
      max: 60,
      why: 'Within this time a spent refresh token still gets the same successor, for parallel tabs and lost responses. Seconds.',
    }),
    mostSignIns: integerSetting('SVC_SESSIONS_MAX', {
      fallback: 1000,
      min: 1,
      max: 100_000,
      why: 'Most live sign-ins of one user. One more ends the least recently used.',
    }),
  },
  secondFactor: {
    requiredTier: choiceSetting('SVC_2FA_REQUIRED_TIER', {
      fallback: '',
      choices: ['', '0', '1', '2', '3', '4'],
      why: 'Users of this tier or a stronger one (a smaller number) must enrol a second factor before anything else. Empty: none must.',
    }),
    reauthMinutes: integerSetting('SVC_REAUTH_MIN', {
      fallback: 10,
      min: 1,
      max: 1440,
      why: 'How long after a sign-in or re-authentication the acts that require it are allowed, minutes.',
    }),
  },
} as const;

declare module '../../platform/config/settings.ts' {
  interface Settings extends SettingsOf<typeof sessionSettings> {}
}

const sessionProblems = ({ sessions }: Settings): string[] =>
  sessions.refreshDays > sessions.signInDays ? ['SVC_REFRESH_TTL_DAYS must not exceed SVC_SESSION_MAX_DAYS'] : [];

const sessionActions = {
  'session.limit': action<{ count: number; sid: string | undefined; limit: number }>({
    group: 'devices',
    act: {
      hr: 'odjavljeni najdulje nekorišteni uređaji jer ih je bilo previše',
      en: 'least recently used devices signed out: too many sign-ins',
    },
    deed: { en: 'had too many sign-ins, so the least recently used ones ended' },
    happens: {
      hr: 'Odjavljeni su najdulje nekorišteni uređaji jer ih je bilo previše{{at}}.',
      en: 'The least recently used devices were signed out because there were too many{{at}}.',
    },
  }),
  /** A person ended one (`sid`) or all others (`count`) of their own; an administrator ended all of somebody's (`ended`). */
  'session.revoke': action<{ sid: string } | { count: number } | { ended: number }>({
    group: 'devices',
    act: { hr: 'odjavljeni uređaji', en: 'devices signed out' },
    deed: { hr: 'odjavljeni uređaji{{of}}', en: 'signed out devices{{of}}' },
  }),
};

declare module '../../platform/audit/audit-actions.ts' {
  interface AuditMetas extends MetasOf<typeof sessionActions> {}
}

/** Turns go with the last notice. */
async function forgetNotices(tx: Tx, before: Instant, most: number): Promise<number> {
  const dropped = await dropNoticesBefore(tx, before, most);
  await dropTurnsBefore(tx, before);
  return dropped;
}

export const sessionsRoom = defineRoom({
  name: 'sessions',
  tables: [
    applicationSignInsTable,
    logoutNoticesTable,
    logoutTurnsTable,
    signInsTable,
    sessionRecordsTable,
    serviceTokensTable,
  ],
  settings: sessionSettings,
  settingProblems: sessionProblems,
  auditActions: sessionActions,
  personalData: () => sessionsPersonalData,
  retention: [
    {
      name: 'logout_notices',
      keptFor: days(30),
      what: 'notices to applications that a sign-in has ended',
      forget: forgetNotices,
    },
    {
      name: 'application_sign_ins',
      keptFor: days(1),
      what: 'which applications a sign-in was used at, after it expired',
      forget: dropRowsBefore(applicationSignInsTable, 'expires_at'),
    },
    { name: 'sign_ins', keptFor: days(90), what: 'sign-ins after they ended or expired', forget: dropOldSignIns },
    {
      name: 'service_tokens',
      keptFor: days(1),
      what: 'access tokens of services after they expired',
      forget: dropRowsBefore(serviceTokensTable, 'expires_at'),
    },
  ],
  endAtRestore: async (tx, at) => (await endAllSessions(tx, at)) + (await dropAllServiceTokens(tx)),
  open: (platform: Platform & { readonly factors: SecondFactors }) => {
    const { database, keys, clock, log, settings, publicUrl, factors } = platform;
    const permitted = settings.outgoing.privateAddresses.flatMap((range) => parseAddressRange(range) ?? []);
    const logouts = logoutWorker({ database, clock, keys, log, publicUrl, fetch: outgoingFetch(permitted) });
    const known = knownTokens();
    const readSession = sessionReader(database);
    const verifyToken = tokenVerifier(keys, clock, publicUrl, known);
    return {
      services: {
        logouts,
        verifyToken,
        readSession,
        authenticate: authenticator(database, verifyToken, readSession, clock, factors),
        requireLive: liveCheck(database, clock),
        hasRecentSignIn: recentSignInCheck(clock, minutes(settings.secondFactor.reauthMinutes)),
        serviceTokens: serviceTokens(keys, clock, publicUrl, settings.sessions),
        pairs: tokenPairs(keys, clock, publicUrl, settings.sessions, known),
      },
      metrics: logoutMetrics(database.read, clock, logouts),
      work: { start: logouts.start, stop: logouts.close },
    };
  },
});
