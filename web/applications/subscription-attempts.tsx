import type { Item } from '../../client/route-types.ts';
import type { Subscription } from '../../client/wire-types.ts';
import { ProblemNotice } from '../components/connection/notice.tsx';
import { fully } from '../components/frame/times.ts';
import { ListFoot } from '../components/table/list-foot.tsx';
import { useTexts } from '../i18n/texts.ts';
import { useAttempts } from './subscriptions-queries.ts';
import { whyNot } from './why-not.ts';

type EventAttempt = Item<'GET /api/admin/subscriptions/{id}/attempts'>;

type Attempt = Omit<EventAttempt, 'id'>;

/** A stream is taken by 202 alone (RFC 8935). */
export const isAccepted = (form: Subscription['form'], { status }: Attempt): boolean =>
  status !== null && (form === 'ssf_push' ? status === 202 : status >= 200 && status < 300);

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
        <AttemptRow key={attempt.id} form={form} attempt={attempt} />
      ))}
      <ListFoot list={list} />
    </section>
  );
}

function AttemptRow({ form, attempt }: { form: Subscription['form']; attempt: EventAttempt }) {
  const { say, language } = useTexts();
  const { seq, at, took_ms: took, status, excerpt } = attempt;
  const isGood = isAccepted(form, attempt);
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
