import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { ApiError } from '../../client/api-error.ts';
import { PAGE_PATHS } from '../page-paths.ts';
import { useTexts } from '../texts/texts.ts';
import { countedTries } from './lock-told.ts';
import { Notice, WaitWords } from './notice.tsx';
import { problemText, supportId, type WhatWasWrong } from './problem-text.ts';

interface RefusalNoticeProps {
  readonly error: unknown;
  readonly secondsLeft: number;
  /** Whether a way around the lock is offered: a reset by mail ends it. */
  readonly mayReset?: boolean;
  readonly wrong?: WhatWasWrong;
}

/** Why nobody was let in, and with a lock or a limit the clock until the next try. */
export function RefusalNotice({ error, secondsLeft, mayReset = false, wrong = 'password' }: RefusalNoticeProps) {
  const { say, language } = useTexts();
  const lockedNow = (countedTries(error)?.lockedFor ?? 0) > 0;
  const waits = lockedNow || (error instanceof ApiError && error.retryAfter !== undefined);
  const locked = lockedNow || (error instanceof ApiError && error.status === 423);
  if (waits && secondsLeft === 0) return <Notice kind="info">{say('wait.over')}</Notice>;
  const id = supportId(error);
  return (
    <Notice kind={waits ? 'warning' : 'problem'}>
      {problemText(error, say, language, wrong)}
      {waits && <WaitWords secondsLeft={secondsLeft} />}
      {locked && mayReset && (
        <Anchor component={Link} to={PAGE_PATHS.forgotPassword} display="block" mt={8} underline="always">
          {say('login.resetInstead')}
        </Anchor>
      )}
      {id && <small className="support-id">{say('app.requestId', { id })}</small>}
    </Notice>
  );
}
