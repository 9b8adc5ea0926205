import { recentSignInCheck } from '../http/route-access.ts';
import { days, minutes } from '../kernel/durations.ts';
import type { SecondFactors } from '../policy/second-factors.ts';
import { defineRoom } from '../room/define-room.ts';
import type { Ground } from '../room/ground.ts';
import { authenticator, standingCheck } from './authenticate.ts';
import { dropOldSignIns, endAllSessions } from './end-sessions.ts';
import { knownTokens } from './known-tokens.ts';
import { sessionActions } from './sessions-actions.ts';
import { sessionsPersonalData } from './sessions-personal-data.ts';
import { sessionProblems, sessionSettings } from './sessions-settings.ts';
import { tokenPairs } from './token-pair.ts';
import { tokenVerifier } from './token-verifier.ts';

interface SessionsRoomDeps extends Pick<Ground, 'database' | 'keys' | 'clock' | 'settings' | 'publicUrl'> {
  readonly factors: SecondFactors;
}

export const sessionsRoom = defineRoom({
  name: 'sessions',
  settings: sessionSettings,
  settingProblems: sessionProblems,
  auditActions: sessionActions,
  personalData: () => sessionsPersonalData,
  retention: [
    { name: 'sign_ins', keptFor: days(90), what: 'sign-ins after they ended or ran out', forget: dropOldSignIns },
  ],
  endAtRestore: endAllSessions,
  open: ({ database, keys, clock, settings, publicUrl, factors }: SessionsRoomDeps) => {
    const known = knownTokens();
    const verifyToken = tokenVerifier(keys, clock, publicUrl, known);
    return {
      offers: {
        verifyToken,
        authenticate: authenticator(database, verifyToken, clock, factors),
        requireStanding: standingCheck(database, clock),
        hasRecentSignIn: recentSignInCheck(clock, minutes(settings.secondFactor.reauthMinutes)),
        pairs: tokenPairs(keys, clock, publicUrl, settings.sessions, known),
      },
    };
  },
});
