import { Button, Skeleton } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Answer } from '../../client/route-types.ts';
import { mailErrorKey } from '../../src/platform/words/mail-error.ts';
import { NotConfirmedError } from '../auth/reauth-question.ts';
import { service } from '../auth/service.ts';
import { sayDone } from '../components/connection/acted.tsx';
import { ProblemNotice } from '../components/connection/notice.tsx';
import { DetailsDrawer } from '../components/drawer/details-drawer.tsx';
import { useRested } from '../components/drawer/use-rested.ts';
import { fully } from '../components/frame/times.ts';
import { nameOrAddress } from '../components/person/erased-person.ts';
import { useTexts } from '../i18n/texts.ts';
import { kindWords, MailStatePill } from './mail-columns.tsx';

type Mail = Answer<'GET /api/admin/mails/{id}'>;

/** The text of an e-mail. Opening it is recorded, so it is fetched only then. */
export function MailDetails({ id, onClose }: { id: number | undefined; onClose: () => void }) {
  const { say } = useTexts();
  const rested = useRested(id);
  const mail = useQuery({
    queryKey: ['mail', id],
    queryFn: () => service.call('GET /api/admin/mails/{id}', id ?? 0),
    enabled: id !== undefined && rested === id,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });
  return (
    <DetailsDrawer opened={id !== undefined} onClose={onClose} title={mail.data?.subject ?? say('mails.mail')}>
      {mail.isError && <ProblemNotice error={mail.error} />}
      {mail.isPending && id !== undefined && <Skeleton height={240} radius="md" />}
      {mail.data && <Details mail={mail.data} onClose={onClose} />}
    </DetailsDrawer>
  );
}

function Details({ mail, onClose }: { mail: Mail; onClose: () => void }) {
  const { say, language } = useTexts();
  const waits = mail.state === 'queued' || mail.state === 'sending';
  return (
    <>
      <dl className="record-facts mail-facts">
        <Fact name={say('mails.fact.to')}>{nameOrAddress({ full_name: '', email: mail.to_address })}</Fact>
        <Fact name={say('column.state')}>
          <MailStatePill state={mail.state} />
        </Fact>
        <Fact name={say('column.kind')}>{kindWords(mail, say)}</Fact>
        <Fact name={say('column.created')}>{fully(mail.created_at, language)}</Fact>
        {mail.sent_at && <Fact name={say('column.sent')}>{fully(mail.sent_at, language)}</Fact>}
        {waits && mail.attempts > 0 && <Fact name={say('mails.fact.due')}>{fully(mail.due_at, language)}</Fact>}
        <Fact name={say('column.attempts')}>{mail.attempts}</Fact>
      </dl>
      {mail.last_error && mail.state !== 'sent' && (
        <div className="mail-error">
          <strong>{say(mailErrorKey(mail.last_error))}</strong>
          <code>{mail.last_error}</code>
        </div>
      )}
      <section className="mail-text" aria-label={say('mails.text.label')} dir="auto">
        {mail.text}
      </section>
      <p className="hint">{say('mails.masked')}</p>
      {waits && <p className="hint">{say('mails.waits')}</p>}
      {mail.actions.includes('resend') && <Resend mail={mail} onClose={onClose} />}
    </>
  );
}

function Resend({ mail, onClose }: { mail: Mail; onClose: () => void }) {
  const { say } = useTexts();
  const queries = useQueryClient();
  const resending = useMutation({
    mutationFn: () => service.call('POST /api/admin/mails/{id}/resend', mail.id),
    onSuccess: async () => {
      sayDone(say('mails.resent', { to: mail.to_address }));
      onClose();
      queries.removeQueries({ queryKey: ['mail', mail.id] });
      await queries.invalidateQueries({ queryKey: ['mails'] });
      await queries.invalidateQueries({ queryKey: ['mail-health'] });
    },
  });
  return (
    <div className="mail-resend">
      {resending.isError && !(resending.error instanceof NotConfirmedError) && (
        <ProblemNotice error={resending.error} />
      )}
      <Button loading={resending.isPending} onClick={() => resending.mutate()}>
        {say('mails.resend')}
      </Button>
    </div>
  );
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);
