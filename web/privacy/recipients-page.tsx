import { Button, Skeleton } from '@mantine/core';
import '@mantine/core/styles/Skeleton.css';
import '../styles/people.css';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ListedRecipient } from '../../client/wire-types.ts';
import { ProblemNotice } from '../components/connection/notice.tsx';
import { Icon } from '../components/frame/icons.tsx';
import { PageHead } from '../components/frame/page-head.tsx';
import { onDay } from '../components/frame/times.ts';
import { BackLink } from '../components/table/page-links.tsx';
import { useTexts } from '../i18n/texts.ts';
import { useAddressState } from '../routing/address-state.ts';
import { useOpened } from '../routing/open-in-address.ts';
import { PAGE_PATHS } from '../routing/pages.ts';
import { recipientsQuery } from './privacy-queries.ts';
import { RecipientDialog } from './recipient-dialog.tsx';
import { RecipientPeopleDialog } from './recipient-people-dialog.tsx';

/** Who was given data of people (GDPR art. 30(1)(d)), and what they have not answered. */
export function RecipientsPage() {
  const { say } = useTexts();
  const [{ tenant_id }] = useAddressState();
  const creation = useOpened('new');
  const { data: recipients, error, isPending, refetch } = useQuery(recipientsQuery(Number(tenant_id) || undefined));
  const [giving, setGiving] = useState<ListedRecipient>();
  const add = (
    <Button leftSection={<Icon name="plus" size={18} />} onClick={() => creation.open('1')}>
      {say('recipients.add')}
    </Button>
  );
  return (
    <div className="narrow">
      <BackLink to={PAGE_PATHS.privacy}>{say('recipients.back')}</BackLink>
      <PageHead
        title={say('recipients.title')}
        text={say('recipients.text')}
        actions={recipients?.length !== 0 && add}
      />
      {error && <ProblemNotice error={error} retry={() => void refetch()} />}
      {isPending && <Skeleton height={240} radius="md" />}
      {recipients?.length === 0 && (
        <div className="empty">
          <p role="status">{say('recipients.none')}</p>
          {add}
        </div>
      )}
      {recipients !== undefined && recipients.length > 0 && (
        <section className="card" aria-label={say('recipients.title')}>
          {recipients.map((recipient) => (
            <RecipientRow key={recipient.id} recipient={recipient} onGive={() => setGiving(recipient)} />
          ))}
        </section>
      )}
      {creation.opened !== undefined && <RecipientDialog onClose={creation.close} />}
      {giving && <RecipientPeopleDialog recipient={giving} onClose={() => setGiving(undefined)} />}
    </div>
  );
}

function RecipientRow({ recipient, onGive }: { recipient: ListedRecipient; onGive: () => void }) {
  const { say, language } = useTexts();
  const { name, kind, created_at, problem, open_orders: open, overdue_orders: overdue } = recipient;
  return (
    <div className="row wordy">
      <div>
        <strong className="long" dir="auto">
          {name}
        </strong>{' '}
        {overdue > 0 && (
          <span className="pill" data-bad>
            {say('recipients.overdue', { count: overdue })}
          </span>
        )}
        <p className="hint">
          {say(`recipients.kind.${kind}`)} · {say('recipients.since', { when: onDay(created_at, language) })}
          {open > 0 && ` · ${say('recipients.open', { count: open })}`}
        </p>
        {problem !== null && <p className="hint">{say('recipients.problem', { problem })}</p>}
      </div>
      {kind === 'outside' && (
        <Button
          className="firm"
          variant="default"
          size="sm"
          onClick={onGive}
          aria-label={`${say('recipients.give')}: ${name}`}
        >
          {say('recipients.give')}
        </Button>
      )}
    </div>
  );
}
