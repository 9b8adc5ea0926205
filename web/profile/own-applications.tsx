import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Item } from '../../client/route-types.ts';
import { service } from '../auth/service.ts';
import { Notice, ProblemNotice } from '../components/connection/notice.tsx';
import { Section } from '../components/form/section.tsx';
import { AppLogo } from '../components/frame/app-logo.tsx';
import { onDay } from '../components/frame/times.ts';
import { useTexts } from '../i18n/texts.ts';
import { ownApplicationsQuery } from './profile-queries.ts';

/** Which applications may read what; absent for people who have agreed to none. */
export function OwnApplications() {
  const { say, language } = useTexts();
  const queries = useQueryClient();
  const { data: own = [] } = useQuery(ownApplicationsQuery);
  const withdrawing = useMutation({
    mutationFn: ({ id }: Item<'GET /api/users/me/applications'>) =>
      service.call('DELETE /api/users/me/applications/{id}', id),
    onSettled: () => queries.invalidateQueries({ queryKey: ownApplicationsQuery.queryKey }),
  });
  if (own.length === 0 && !withdrawing.isSuccess) return null;
  return (
    <Section title={say('applications.own.title')} text={say('applications.own.text')}>
      {withdrawing.isError && <ProblemNotice error={withdrawing.error} />}
      {withdrawing.isSuccess && (
        <Notice kind="done">{say('applications.own.did', { name: withdrawing.variables.name })}</Notice>
      )}
      {own.map((application) => (
        <div className="row wordy" key={application.id}>
          <div>
            <AppLogo url={application.logo_url} />
            <strong dir="auto">{application.name}</strong>{' '}
            <span className="hint">
              {say('applications.own.since', { when: onDay(application.given_at, language) })}
            </span>
            <p className="hint">
              {say('applications.own.reads', {
                what: application.scopes.map((scope) => say(`applications.scope.${scope}`)).join(', '),
              })}
            </p>
          </div>
          <Button
            className="firm"
            variant="default"
            size="sm"
            disabled={withdrawing.isPending}
            onClick={() => withdrawing.mutate(application)}
            aria-label={say('applications.own.withdrawOf', { name: application.name })}
          >
            {say('applications.own.withdraw')}
          </Button>
        </div>
      ))}
    </Section>
  );
}
