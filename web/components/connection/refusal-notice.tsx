import { ApiError } from '../../../client/api-error.ts';
import { PasskeyProblem } from '../../auth/passkey-problem.ts';
import { useTexts } from '../../i18n/texts.ts';
import { PAGE_PATHS } from '../../routing/pages.ts';
import { problemBesideClock, problemText, supportId, type WhatWasWrong } from '../form/problem-text.ts';
import { AnchorLink } from '../table/page-links.tsx';
import { useConnectionBack } from './connection-back.ts';
import { Notice, WaitWords } from './notice.tsx';

interface RefusalNoticeProps {
  readonly error: unknown;
  readonly secondsLeft: number;
  /** Whether to offer a way around the lockout: a password reset ends it. */
  readonly mayReset?: boolean;
  readonly wrong?: WhatWasWrong;
}

/** Why the sign-in was refused, with a countdown to the next attempt for a lockout or a limit. */
export function RefusalNotice({ error, secondsLeft, mayReset = false, wrong = 'password' }: RefusalNoticeProps) {
  const { say, language } = useTexts();
  const back = useConnectionBack(error);
  const waits = error instanceof ApiError && error.retryAfter !== undefined;
  const locked = error instanceof ApiError && error.lockedUntil !== undefined;
  if (waits && secondsLeft === 0) return <Notice kind="info">{say('wait.over')}</Notice>;
  if (back) return null;
  const id = supportId(error);
  return (
    <Notice kind={waits ? 'warning' : error instanceof PasskeyProblem ? 'info' : 'problem'}>
      {(waits ? problemBesideClock : problemText)(error, say, language, wrong)}
      {waits && <WaitWords secondsLeft={secondsLeft} />}
      {locked && mayReset && (
        <AnchorLink to={PAGE_PATHS.forgotPassword} display="block" mt={8} underline="always">
          {say('login.resetInstead')}
        </AnchorLink>
      )}
      {id && <small className="support-id">{say('app.requestId', { id })}</small>}
    </Notice>
  );
}
