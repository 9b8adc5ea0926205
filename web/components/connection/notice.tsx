import { type ReactNode, type Ref, use, useEffect, useRef } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import { problemBesideClock, problemText, supportId } from '../form/problem-text.ts';
import { asClock, useCountdown } from '../frame/countdown.ts';
import { Icon } from '../frame/icons.tsx';
import { useConnectionBack } from './connection-back.ts';
import { RetryContext } from './retry-context.ts';
import { waitUntilOf } from './waits.ts';

const LOOKS = {
  info: { icon: 'info', role: 'status' },
  done: { icon: 'done', role: 'status' },
  problem: { icon: 'warning', role: 'alert' },
  warning: { icon: 'warning', role: 'alert' },
} as const;

interface NoticeProps {
  readonly kind: keyof typeof LOOKS;
  readonly ref?: Ref<HTMLDivElement>;
  readonly children: ReactNode;
}

/** A message that screen readers announce at once, with an icon in addition to its colour. */
export function Notice({ kind, ref, children }: NoticeProps) {
  const { icon, role } = LOOKS[kind];
  return (
    <div ref={ref} className="notice" data-kind={kind} role={role}>
      <Icon name={icon} />
      <div>{children}</div>
    </div>
  );
}

interface ProblemNoticeProps {
  readonly error: unknown;
  /** What to do to try again; a query that failed with this error needs none, it is found by it. */
  readonly retry?: () => void;
}

/** The error of a call, when to retry, and the reference for support. */
export function ProblemNotice({ error, retry }: ProblemNoticeProps) {
  const { say, language } = useTexts();
  const until = waitUntilOf(error);
  const left = useCountdown(until);
  const useRetry = use(RetryContext);
  const failed = useRetry(error);
  const back = useConnectionBack(error);
  const again = retry ?? failed?.retry;
  const id = supportId(error);
  const notice = useRef<HTMLDivElement>(null);
  const isOfAct = again === undefined;
  useEffect(() => {
    // Above a long form it is out of sight of whoever has pressed the button below.
    if (error && isOfAct) notice.current?.scrollIntoView({ block: 'nearest' });
  }, [error, isOfAct]);
  if (back && !again) return null;
  if (until > 0 && left === 0 && !again) return <Notice kind="info">{say('wait.over')}</Notice>;
  return (
    <Notice kind="problem" ref={notice}>
      {(left > 0 ? problemBesideClock : problemText)(error, say, language)}
      {left > 0 && <WaitWords secondsLeft={left} />}
      {again && (
        <button type="button" className="notice-act" disabled={failed?.busy} onClick={again}>
          {say(failed?.busy ? 'trouble.trying' : 'app.retry')}
        </button>
      )}
      {id && <small className="support-id">{say('app.requestId', { id })}</small>}
    </Notice>
  );
}

/** When the next attempt is possible: announced to screen readers once, not every second. */
export function WaitWords({ secondsLeft }: { secondsLeft: number }) {
  const { say } = useTexts();
  const [before, after = ''] = say('wait.until', { clock: '|' }).split('|');
  return (
    <span aria-live="off">
      {` ${before}`}
      <span className="clock" role="timer">
        {asClock(secondsLeft)}
      </span>
      {after}
    </span>
  );
}
