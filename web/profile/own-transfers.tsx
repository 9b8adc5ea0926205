import { Button, Group } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Item } from '../../client/route-types.ts';
import { service } from '../auth/service.ts';
import { Notice, ProblemNotice } from '../components/connection/notice.tsx';
import { QuestionDialog } from '../components/dialog/question-dialog.tsx';
import { Section } from '../components/form/section.tsx';
import { onDay } from '../components/frame/times.ts';
import { useTexts } from '../i18n/texts.ts';
import { loadAnew } from '../layout/go-over.ts';
import { ownTransfersQuery } from './profile-queries.ts';

type OwnTransfer = Item<'GET /api/users/me/transfers'>;

type Answer = OwnTransfer['actions'][number];

/** Clubs that ask one to come over; absent for people whom none asks. */
export function OwnTransfers() {
  const { say } = useTexts();
  const queries = useQueryClient();
  const { data: own = [] } = useQuery(ownTransfersQuery);
  const [asked, setAsked] = useState<OwnTransfer>();
  const answering = useMutation({
    mutationFn: ({ one, answer }: { one: OwnTransfer; answer: Answer }) =>
      service.call(`POST /api/users/me/transfers/{id}/${answer}`, one.id),
    onSuccess: (_nothing, { answer }) => {
      if (answer === 'accept') loadAnew(); // the sign-in may have ended with the membership
    },
    onSettled: () => {
      setAsked(undefined);
      return queries.invalidateQueries({ queryKey: ownTransfersQuery.queryKey });
    },
  });
  if (own.length === 0 && answering.isIdle) return null;
  return (
    <Section title={say('transfer.title')} text={say('transfer.text')}>
      {answering.isError && <ProblemNotice error={answering.error} />}
      {answering.isSuccess && answering.variables.answer === 'decline' && (
        <Notice kind="done">{say('transfer.declined', { to: answering.variables.one.to_tenant_name })}</Notice>
      )}
      {own.map((one) => (
        <TransferToAnswer
          key={one.id}
          transfer={one}
          busy={answering.isPending}
          onAccept={() => setAsked(one)}
          onDecline={() => answering.mutate({ one, answer: 'decline' })}
        />
      ))}
      {asked && (
        <QuestionDialog
          title={say('transfer.accept.title', { to: asked.to_tenant_name })}
          confirm={say('transfer.accept')}
          busy={answering.isPending}
          onConfirm={() => answering.mutate({ one: asked, answer: 'accept' })}
          onClose={() => setAsked(undefined)}
        >
          {say('transfer.accept.text', { from: asked.from_tenant_name ?? '', to: asked.to_tenant_name })}
        </QuestionDialog>
      )}
    </Section>
  );
}

interface TransferToAnswerProps {
  readonly transfer: OwnTransfer;
  readonly busy: boolean;
  readonly onAccept: () => void;
  readonly onDecline: () => void;
}

function TransferToAnswer({ transfer, busy, onAccept, onDecline }: TransferToAnswerProps) {
  const { say, language } = useTexts();
  const { from_tenant_name, to_tenant_name: to, actions, expires_at } = transfer;
  return (
    <div className="row wordy">
      <div>
        <strong dir="auto">{to}</strong>
        <p className="hint">
          {say(actions.length > 0 ? 'transfer.released' : 'transfer.asked', {
            from: from_tenant_name ?? '',
            day: onDay(expires_at, language),
          })}
        </p>
      </div>
      {actions.length > 0 && (
        <Group gap="xs" className="firm">
          <Button size="sm" disabled={busy} onClick={onAccept} aria-label={say('transfer.acceptOf', { to })}>
            {say('transfer.accept')}
          </Button>
          <Button
            variant="default"
            size="sm"
            disabled={busy}
            onClick={onDecline}
            aria-label={say('transfer.declineOf', { to })}
          >
            {say('transfer.decline')}
          </Button>
        </Group>
      )}
    </div>
  );
}
