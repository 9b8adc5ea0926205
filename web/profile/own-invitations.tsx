import { Button, Group } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { dropJoiningLink, joiningLink } from '../auth/joining-link.ts';
import { meQuery } from '../auth/me-query.ts';
import { service } from '../auth/service.ts';
import { Notice, ProblemNotice } from '../components/connection/notice.tsx';
import { Section } from '../components/form/section.tsx';
import { onDay } from '../components/frame/times.ts';
import { useTexts } from '../i18n/texts.ts';
import { ownInvitationsQuery } from './profile-queries.ts';

type Answer = 'accept' | 'decline';

/** Invitations to join with this account; absent for people who have none. */
export function OwnInvitations() {
  const { say, language } = useTexts();
  const queries = useQueryClient();
  const { data: own = [] } = useQuery(ownInvitationsQuery);
  const answering = useMutation({
    mutationFn: ({ id, answer }: { id: number; answer: Answer; tenant: string }) =>
      service.call(`POST /api/users/me/invitations/{id}/${answer}`, id, { token: joiningLink() }),
    onSuccess: dropJoiningLink,
    onSettled: async () => {
      await queries.invalidateQueries({ queryKey: ownInvitationsQuery.queryKey });
      await queries.invalidateQueries({ queryKey: meQuery.queryKey });
    },
  });
  if (own.length === 0 && answering.isIdle) return null;
  return (
    <Section title={say('joining.title')} text={say('joining.text')}>
      {answering.isError && <ProblemNotice error={answering.error} />}
      {answering.isSuccess && (
        <Notice kind="done">
          {say(`joining.did.${answering.variables.answer}`, { tenant: answering.variables.tenant })}
        </Notice>
      )}
      {own.map(({ id, tenant_name: tenant, role, invited_by, expires_at }) => (
        <div className="row wordy" key={id}>
          <div>
            <strong dir="auto">{tenant}</strong> <span className="hint">{say(`role.${role}`)}</span>
            <p className="hint">
              {invited_by
                ? say('joining.by', { name: invited_by, when: onDay(expires_at, language) })
                : say('joining.until', { when: onDay(expires_at, language) })}
            </p>
          </div>
          <Group gap="xs" className="firm">
            <Button
              size="sm"
              disabled={answering.isPending}
              onClick={() => answering.mutate({ id, answer: 'accept', tenant })}
              aria-label={say('joining.acceptOf', { tenant })}
            >
              {say('joining.accept')}
            </Button>
            <Button
              variant="default"
              size="sm"
              disabled={answering.isPending}
              onClick={() => answering.mutate({ id, answer: 'decline', tenant })}
              aria-label={say('joining.declineOf', { tenant })}
            >
              {say('joining.decline')}
            </Button>
          </Group>
        </div>
      ))}
    </Section>
  );
}
