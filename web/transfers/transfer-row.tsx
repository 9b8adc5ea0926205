import { Button, Group } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Transfer } from '../../client/wire-types.ts';
import { service } from '../auth/service.ts';
import { sayDone, sayRefused } from '../components/connection/acted.tsx';
import { QuestionDialog } from '../components/dialog/question-dialog.tsx';
import { onDay } from '../components/frame/times.ts';
import { useTexts } from '../i18n/texts.ts';

type Act = Transfer['actions'][number];

/** Whom, from where to where, how far it is, and what the viewer may do now. */
export function TransferRow({ transfer }: { transfer: Transfer }) {
  const { say, language } = useTexts();
  const queries = useQueryClient();
  const [asked, setAsked] = useState<Act>();
  const { person, sought, club, from_tenant_name, to_tenant_name: to, state, actions, ended_at } = transfer;
  const name = person?.full_name || (sought.includes('@') ? sought : say('transfers.numbered', { number: sought }));
  const acting = useMutation({
    mutationFn: (act: Act) => service.call(`POST /api/admin/transfers/{id}/${act}`, transfer.id),
    onSuccess: (_nothing, act) => sayDone(say(`transfers.did.${act}`, { name })),
    onError: (error) => sayRefused(error, say, language),
    onSettled: () => {
      setAsked(undefined);
      return queries.invalidateQueries({ queryKey: ['transfers'] });
    },
  });
  const times = [
    say('transfers.asked', { day: onDay(transfer.created_at, language) }),
    ended_at === null
      ? say('transfers.until', { day: onDay(transfer.expires_at, language) })
      : say('transfers.ended', { day: onDay(ended_at, language) }),
  ];
  return (
    <div className="row wordy">
      <div>
        <strong dir="auto">{name}</strong>{' '}
        <span className="pill" data-good={state === 'accepted' || undefined}>
          {say(`transfers.state.${state}`)}
        </span>
        <p dir="auto">{say('transfers.sides', { from: from_tenant_name ?? club, to })}</p>
        <p className="hint">{times.map((time) => time.replaceAll(' ', '\u00a0')).join(' · ')}</p>
      </div>
      <Group gap="xs" className="firm">
        {actions.map((act) => (
          <Button
            key={act}
            size="sm"
            variant={act === 'release' ? 'filled' : 'default'}
            aria-label={say(`transfers.${act}.of`, { name })}
            onClick={() => setAsked(act)}
          >
            {say(`transfers.${act}`)}
          </Button>
        ))}
      </Group>
      {asked && (
        <QuestionDialog
          title={say(`transfers.${asked}.title`)}
          confirm={say(`transfers.${asked}`)}
          busy={acting.isPending}
          onConfirm={() => acting.mutate(asked)}
          onClose={() => setAsked(undefined)}
        >
          {say(`transfers.${asked}.text`, { name, to })}
        </QuestionDialog>
      )}
    </div>
  );
}
