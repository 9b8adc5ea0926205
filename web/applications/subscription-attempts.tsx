import type { EventAttempt, Subscription } from '../../client/wire-types.ts';
import { ProblemNotice } from '../components/connection/notice.tsx';
import { fully } from '../components/frame/times.ts';
import { ListFoot } from '../components/table/list-foot.tsx';
import { useTexts } from '../i18n/texts.ts';
import { useAttempts } from './subscriptions-queries.ts';
import { whyNot } from './why-not.ts';

type Attempt = Omit<EventAttempt, 'id'>;

export const isAccepted = ({ status }: Attempt): boolean => status !== null && status >= 200 && status < 300;

/** What an attempt failed of, as `whyNot` takes it. */
export const problemOf = ({ status, problem }: Attempt): string =>
  status === null ? (problem ?? '') : `HTTP ${status}`;

/** The calls of a receiver, and what it answered. */
export function SubscriptionAttempts({ subscription: { id, form } }: { subscription: Subscription }) {
  const { say } = useTexts();
  const list = useAttempts(id, form !== 'pull');
  if (form === 'pull') return null;
  return (
    <section aria-label={say('subscriptions.attempts')}>
      <strong>{say('subscriptions.attempts')}</strong>
      {list.query.isError && <ProblemNotice error={list.query.error} />}
      {list.query.isSuccess && list.items.length === 0 && <p role="status">{say('subscriptions.attempts.none')}</p>}
      {list.items.map((attempt) => (
        <AttemptRow key={attempt.id} attempt={attempt} />
      ))}
      <ListFoot list={list} />
    </section>
  );
}

function AttemptRow({ attempt }: { attempt: EventAttempt }) {
  const { say, language } = useTexts();
  const { seq, at, took_ms: took, status, excerpt } = attempt;
  const isGood = isAccepted(attempt);
  return (
    <div className="row">
      <div className="attempt">
        {say('subscriptions.place', { seq })}{' '}
        <span className="pill" data-good={isGood || undefined} data-bad={!isGood || undefined}>
          {isGood ? say('subscriptions.attempts.good', { status: status ?? '' }) : say('subscriptions.attempts.bad')}
        </span>
        <p className="hint">
          <time dateTime={at}>{fully(at, language)}</time> · {say('subscriptions.attempts.took', { ms: took })}
          {!isGood && <> · {whyNot(problemOf(attempt), say)}</>}
        </p>
        {excerpt !== '' && (
          <details>
            <summary>{say('subscriptions.attempts.answer')}</summary>
            <code className="long" dir="auto">
              {excerpt}
            </code>
          </details>
        )}
      </div>
    </div>
  );
}
