import { Button, Stack } from '@mantine/core';
import '../styles/privacy.css';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Answer } from '../../client/route-types.ts';
import { service } from '../auth/service.ts';
import { Notice, ProblemNotice } from '../components/connection/notice.tsx';
import { QuestionDialog } from '../components/dialog/question-dialog.tsx';
import { Section } from '../components/form/section.tsx';
import { useSite } from '../components/frame/site.ts';
import { onDay } from '../components/frame/times.ts';
import { DaysRing } from '../components/person/days-ring.tsx';
import { deadlineOf } from '../components/person/deadline.ts';
import { useTexts } from '../i18n/texts.ts';
import { erasureQuery } from './profile-queries.ts';

type ErasureCase = NonNullable<Answer<'GET /api/users/me/erasure'>>;

/** The right to erasure in plain words: what happens, by when, and how to withdraw. */
export function OwnErasure() {
  const { say } = useTexts();
  const erasure = useQuery(erasureQuery);
  const latest = erasure.data;
  const isOpen = latest?.status === 'pending' || latest?.status === 'approved' || latest?.status === 'failed';
  return (
    <Section title={say('own.erasure')} text={say('own.erasure.text')}>
      {erasure.isError && <ProblemNotice error={erasure.error} retry={() => void erasure.refetch()} />}
      {latest && isOpen && <RunningCase running={latest} />}
      {latest !== undefined && !isOpen && <AskForErasure latest={latest} />}
    </Section>
  );
}

function AskForErasure({ latest }: { latest: ErasureCase | null }) {
  const { say, language } = useTexts();
  const queries = useQueryClient();
  const backupDays = useSite()?.backup_days;
  const [asked, setAsked] = useState(false);
  const asking = useMutation({
    mutationFn: () => service.call('POST /api/users/me/erasure'),
    onSuccess: (request) => {
      setAsked(false);
      queries.setQueryData(erasureQuery.queryKey, request);
    },
    onError: () => setAsked(false),
  });
  return (
    <Stack gap="md">
      {latest?.status === 'cancelled' && latest.cancelled_at && (
        <Notice kind="info">{say('own.erasure.cancelled', { when: onDay(latest.cancelled_at, language) })}</Notice>
      )}
      {latest?.status === 'rejected' && latest.decided_at && (
        <Notice kind="info">
          {say('own.erasure.rejected', { when: onDay(latest.decided_at, language) })}
          {latest.decision_reason && <p className="hint">{latest.decision_reason}</p>}
          <p className="hint">{say('own.erasure.complain')}</p>
        </Notice>
      )}
      {asking.isError && <ProblemNotice error={asking.error} />}
      <div>
        <Button variant="outline" color="red" onClick={() => setAsked(true)}>
          {say('own.erasure.ask')}
        </Button>
      </div>
      {asked && (
        <QuestionDialog
          title={say('own.erasure.sure')}
          confirm={say('own.erasure.send')}
          danger
          busy={asking.isPending}
          onConfirm={() => asking.mutate()}
          onClose={() => setAsked(false)}
        >
          <ul className="held">
            <li>{say('own.erasure.goes')}</li>
            <li>{say('own.erasure.stays')}</li>
            <li>{say('own.erasure.decided')}</li>
            <li>{say('own.erasure.back')}</li>
            {backupDays != null && <li>{say('own.erasure.backups', { count: backupDays })}</li>}
          </ul>
        </QuestionDialog>
      )}
    </Stack>
  );
}

function RunningCase({ running }: { running: ErasureCase }) {
  const { say, language } = useTexts();
  const queries = useQueryClient();
  const { id, status, requested_at, due_at, extended_at, extension_reason } = running;
  const { legal_hold_at: heldAt, legal_hold_reason } = running;
  const deadline = deadlineOf(running);
  const cancelling = useMutation({
    mutationFn: () => service.call('DELETE /api/users/me/erasure'),
    onSettled: () => queries.invalidateQueries({ queryKey: erasureQuery.queryKey }),
  });
  return (
    <Stack gap="md">
      {cancelling.isError && <ProblemNotice error={cancelling.error} />}
      <div className="case">
        <DaysRing deadline={deadline} size={72} beside />
        <div>
          <strong>{say(status === 'pending' ? 'own.erasure.pending' : 'own.erasure.approved')}</strong>
          <p>{deadline.over ? say('own.erasure.over') : say('own.erasure.left', { count: deadline.left })}</p>
          <p className="hint">
            {say('own.erasure.times', { id, asked: onDay(requested_at, language), due: onDay(due_at, language) })}
          </p>
          {heldAt && (
            <p className="hint">
              {say('own.erasure.held', { when: onDay(heldAt, language), reason: legal_hold_reason ?? '' })}
            </p>
          )}
          {extended_at && <p className="hint">{say('own.erasure.extended', { reason: extension_reason ?? '' })}</p>}
        </div>
      </div>
      {status === 'pending' && (
        <div>
          <Button variant="default" loading={cancelling.isPending} onClick={() => cancelling.mutate()}>
            {say('own.erasure.cancel')}
          </Button>
        </div>
      )}
    </Stack>
  );
}
