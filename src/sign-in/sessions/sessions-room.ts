import type { SecondFactors } from '../../accounts/policy/second-factors.ts';
import { recentSignInCheck } from '../../platform/http/route-access.ts';
import { days, minutes } from '../../platform/kernel/durations.ts';
import { defineRoom } from '../../platform/room/define-room.ts';
import type { Platform } from '../../platform/room/platform.ts';
import { authenticator, liveCheck } from './authenticate.ts';
import { dropOldSignIns, endAllSessions } from './end-sessions.ts';
import { sessionReader } from './find-session.ts';
import { knownTokens } from './known-tokens.ts';
import { serviceTokens } from './service-tokens.ts';
import { dropAllServiceTokens, dropServiceTokensBefore } from './service-tokens-store.ts';
import { sessionActions } from './sessions-actions.ts';
import { sessionsPersonalData } from './sessions-personal-data.ts';
import { sessionProblems, sessionSettings } from './sessions-settings.ts';
import { tokenPairs } from './token-pair.ts';
import { tokenVerifier } from './token-verifier.ts';

interface SessionsRoomDeps extends Pick<Platform, 'database' | 'keys' | 'clock' | 'settings' | 'publicUrl'> {
  readonly factors: SecondFactors;
}

export const sessionsRoom = defineRoom({
  name: 'sessions',
  settings: sessionSettings,
  settingProblems: sessionProblems,
  auditActions: sessionActions,
  personalData: () => sessionsPersonalData,
  retention: [
    { name: 'sign_ins', keptFor: days(90), what: 'sign-ins after they ended or expired', forget: dropOldSignIns },
    {
      name: 'service_tokens',
      keptFor: days(1),
      what: 'access tokens of services after they expired',
      forget: dropServiceTokensBefore,
    },
  ],
  endAtRestore: async (tx, at) => (await endAllSessions(tx, at)) + (await dropAllServiceTokens(tx)),
  open: ({ database, keys, clock, settings, publicUrl, factors }: SessionsRoomDeps) => {
    const known = knownTokens();
    const readSession = sessionReader(database);
    const verifyToken = tokenVerifier(keys, clock, publicUrl, known);
    return {
      services: {
        verifyToken,
        readSession,
        authenticate: authenticator(database, verifyToken, readSession, clock, factors),
        requireLive: liveCheck(database, clock),
        hasRecentSignIn: recentSignInCheck(clock, minutes(settings.secondFactor.reauthMinutes)),
        serviceTokens: serviceTokens(keys, clock, publicUrl, settings.sessions),
        pairs: tokenPairs(keys, clock, publicUrl, settings.sessions, known),
      },
    };
  },
});
