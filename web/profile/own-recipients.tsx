import { useQuery } from '@tanstack/react-query';
import type { Answer } from '../../client/route-types.ts';
import { ProblemNotice } from '../components/connection/notice.tsx';
import { Section } from '../components/form/section.tsx';
import { fully, onDay } from '../components/frame/times.ts';
import { useTexts } from '../i18n/texts.ts';
import { ownRecipientsQuery } from './profile-queries.ts';

type Order = Answer<'GET /api/users/me/recipients'>['orders'][number];

/** Who was given the data, since when, and what they were told of changes; absent while nobody was. */
export function OwnRecipientsPart() {
  const { say, language } = useTexts();
  const { data, isError, error, refetch } = useQuery(ownRecipientsQuery);
  if (isError) return <ProblemNotice error={error} retry={() => void refetch()} />;
  if (data === undefined || data.recipients.length + data.orders.length === 0) return null;
  return (
    <Section title={say('own.recipients')} text={say('own.recipients.text')}>
      {data.recipients.map(({ recipient_id, recipient, received_by, since }) => (
        <div className="row" key={recipient_id}>
          <div>
            <strong dir="auto">{recipient}</strong>
            <p className="hint">{say(`own.recipients.by.${received_by}`)}</p>
            {data.orders
              .filter((order) => order.recipient_id === recipient_id)
              .map((order) => (
                <OrderLine key={order.order_id} order={order} />
              ))}
          </div>
          <time className="hint firm" dateTime={since} title={fully(since, language)}>
            {say('own.recipients.since', { when: onDay(since, language) })}
          </time>
        </div>
      ))}
    </Section>
  );
}

/** What one recipient was told, and what it answered. */
function OrderLine({ order }: { order: Order }) {
  const { say, language } = useTexts();
  const { kind, state, ordered_at, answered_at, ground } = order;
  const answer = kind === 'correct' && state === 'done' ? say('own.told.corrected') : say(`privacy.told.${state}`);
  return (
    <p className="hint">
      {say(`own.told.${kind}`, { when: onDay(ordered_at, language) })} {answer}
      {ground !== null && ` (${say(`privacy.ground.${ground}`)})`}
      {answered_at !== null && `, ${onDay(answered_at, language)}`}
    </p>
  );
}
