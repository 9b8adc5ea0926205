import { Button, Group, Skeleton, Stack } from '@mantine/core';
import '@mantine/core/styles/Skeleton.css';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Answer } from '../../client/route-types.ts';
import type { OwnUser } from '../../client/wire-types.ts';
import { dropCodes, keepCodes, keptCodes } from '../auth/kept-codes.ts';
import { NotConfirmedError } from '../auth/reauth-question.ts';
import { service } from '../auth/service.ts';
import { Notice, ProblemNotice } from '../components/connection/notice.tsx';
import { QuestionDialog } from '../components/dialog/question-dialog.tsx';
import { Section } from '../components/form/section.tsx';
import { type TextKey, useTexts } from '../i18n/texts.ts';
import { twoFactorQuery } from './profile-queries.ts';
import { Enrolment, type EnrolmentStart } from './two-factor-enrolment.tsx';

type TwoFactorStatus = Answer<'GET /api/auth/2fa/status'>;

/** Enrolment or new recovery codes; both end with codes that must be saved. */
export function ProfileTwoFactor({ me }: { me: OwnUser }) {
  const status = useQuery(twoFactorQuery);
  if (status.isError) return <ProblemNotice error={status.error} retry={() => void status.refetch()} />;
  return status.data ? <TwoFactor me={me} status={status.data} /> : <Skeleton height={160} radius="md" />;
}

function TwoFactor({ me, status }: { me: OwnUser; status: TwoFactorStatus }) {
  const { say } = useTexts();
  const queries = useQueryClient();
  const [open, setOpen] = useState<EnrolmentStart | undefined>(() => keptStart(me, status));
  const [asked, setAsked] = useState(false);
  const [done, setDone] = useState<TextKey>();
  const renew = () => queries.invalidateQueries({ queryKey: ['me'] });
  const acting = useMutation({
    mutationFn: async (act: 'enable' | 'disable' | 'renew') => {
      setDone(undefined);
      if (act === 'enable') return setOpen({ kind: 'enrol', ...(await service.call('POST /api/auth/2fa/setup')) });
      if (act === 'renew') {
        const { recovery_codes } = await service.call('POST /api/auth/2fa/recovery-codes');
        keepCodes(me.id, recovery_codes);
        return setOpen({ kind: 'renew', recovery_codes });
      }
      await service.call('POST /api/auth/2fa/disable');
      setDone('profile.twoFactor.disabled');
    },
    onSettled: () => {
      setAsked(false);
      return renew();
    },
  });
  const finish = () => {
    dropCodes();
    if (open?.kind === 'enrol') setDone('profile.twoFactor.enabled');
    setOpen(undefined);
    void renew();
  };
  return (
    <Section title={say('profile.section.twoFactor')} text={say('profile.section.twoFactor.text')}>
      <Stack gap="md">
        {acting.isError && !(acting.error instanceof NotConfirmedError) && <ProblemNotice error={acting.error} />}
        {done && <Notice kind="done">{say(done)}</Notice>}
        <Group justify="space-between">
          <Group gap="sm">
            <span className="pill" data-good={status.enabled ? '' : undefined}>
              {say(status.enabled ? 'profile.twoFactor.on' : 'profile.twoFactor.off')}
            </span>
            {status.enabled && (
              <span className="hint">{say('profile.twoFactor.codesLeft', { count: status.recovery_codes_left })}</span>
            )}
          </Group>
          {status.enabled ? (
            <Group gap="xs">
              <Button variant="default" onClick={() => setAsked(true)}>
                {say('profile.twoFactor.renew')}
              </Button>
              <Button variant="default" onClick={() => acting.mutate('disable')}>
                {say('profile.twoFactor.disable')}
              </Button>
            </Group>
          ) : (
            <Button onClick={() => acting.mutate('enable')}>{say('profile.twoFactor.enable')}</Button>
          )}
        </Group>
      </Stack>
      {open && <Enrolment start={open} me={me} onFinish={finish} onLeave={() => setOpen(undefined)} />}
      {asked && (
        <QuestionDialog
          title={say('profile.twoFactor.renew.title')}
          confirm={say('profile.twoFactor.renew.confirm')}
          danger
          busy={acting.isPending}
          onConfirm={() => acting.mutate('renew')}
          onClose={() => setAsked(false)}
        >
          {say('profile.twoFactor.renew.text')}
        </QuestionDialog>
      )}
    </Section>
  );
}

/** Codes of this person that were shown and not yet said to be stored. Without a second factor they open nothing any more. */
function keptStart(me: OwnUser, status: TwoFactorStatus): EnrolmentStart | undefined {
  const recovery_codes = status.enabled ? keptCodes(me.id) : undefined;
  return recovery_codes && { kind: 'renew', recovery_codes };
}
