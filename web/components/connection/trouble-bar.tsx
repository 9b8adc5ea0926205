import { useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../../../client/api-error.ts';
import { type TextKey, useTexts } from '../../i18n/texts.ts';
import { supportId } from '../form/problem-text.ts';
import { asClock, useCountdown } from '../frame/countdown.ts';
import { Icon } from '../frame/icons.tsx';
import { useOnline } from './online.ts';
import { tryNow, useTrouble } from './trouble.ts';
import { waitUntilOf } from './waits.ts';

/** A quiet bar: the service is unreachable, and when it will be retried. The page stays as it is. */
export function TroubleBar() {
  const { say } = useTexts();
  const trouble = useTrouble();
  const online = useOnline();
  if (online && trouble === undefined) return null;
  return (
    <div className="trouble-bar" role="status">
      <Icon name="warning" />
      <p>
        {online && trouble ? say(reasonOf(trouble)) : say('trouble.offline')}
        {online && trouble && supportId(trouble) && <small>{say('app.requestId', { id: supportId(trouble) })}</small>}
      </p>
      {online && trouble && <NextTry until={waitUntilOf(trouble)} />}
    </div>
  );
}

function NextTry({ until }: { until: number }) {
  const { say } = useTexts();
  const queries = useQueryClient();
  const left = useCountdown(until);
  const [before, after = ''] = say('trouble.next', { clock: '|' }).split('|');
  return (
    <>
      <span aria-live="off">
        {left === 0 ? (
          say('trouble.trying')
        ) : (
          <>
            {before}
            <span className="clock" role="timer">
              {asClock(left)}
            </span>
            {after}
          </>
        )}
      </span>
      <button type="button" disabled={left === 0} onClick={() => tryNow(queries)}>
        {say('trouble.now')}
      </button>
    </>
  );
}

const reasonOf = (error: Error): TextKey =>
  error instanceof ApiError ? (error.status === 429 ? 'trouble.tooMany' : 'trouble.away') : 'trouble.network';
