import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { switchTenant } from '../../client/switch-tenant.ts';
import type { OwnMembership } from '../../client/wire-types.ts';
import { meQuery } from '../auth/me-query.ts';
import { service } from '../auth/service.ts';
import { keepTenant } from '../auth/tab-tenant.ts';
import { Notice, ProblemNotice } from '../components/connection/notice.tsx';
import { QuestionDialog } from '../components/dialog/question-dialog.tsx';
import { Section } from '../components/form/section.tsx';
import { writtenDay } from '../components/frame/times.ts';
import { AnchorLink } from '../components/table/page-links.tsx';
import { type Say, useTexts } from '../i18n/texts.ts';
import { loadAnew } from '../layout/go-over.ts';
import { switchTo } from '../layout/switch-to.ts';
import { PAGE_PATHS } from '../routing/pages.ts';

/** What one is and where, with the way to each and out of it. */
export function OwnMemberships({ memberships }: { memberships: readonly OwnMembership[] }) {
  const { say } = useTexts();
  const queries = useQueryClient();
  const [asked, setAsked] = useState<OwnMembership>();
  const active = memberships.filter(({ state }) => state === 'active');
  const next = active.find(({ id }) => id !== asked?.id);
  const leaving = useMutation({
    mutationFn: async ({ id, acting }: OwnMembership) => {
      if (acting && next) {
        await switchTenant(service, next.tenant_id);
        keepTenant();
      }
      await service.call('DELETE /api/users/me/memberships/{id}', id);
      if (acting) loadAnew();
    },
    onSettled: () => {
      setAsked(undefined);
      return queries.invalidateQueries({ queryKey: meQuery.queryKey });
    },
  });
  return (
    <Section title={say('memberships.title')} text={say('memberships.text')}>
      {leaving.isError && <ProblemNotice error={leaving.error} />}
      {leaving.isSuccess && (
        <Notice kind="done">{say('memberships.left', { tenant: leaving.variables.tenant_name })}</Notice>
      )}
      {memberships.map((one) => (
        <MembershipRow
          key={one.id}
          membership={one}
          isLast={active.every(({ id }) => id === one.id)}
          onLeave={() => setAsked(one)}
        />
      ))}
      {asked && (
        <QuestionDialog
          title={say('memberships.leave.title', { tenant: asked.tenant_name })}
          confirm={say('memberships.leave')}
          danger
          busy={leaving.isPending}
          onConfirm={() => leaving.mutate(asked)}
          onClose={() => setAsked(undefined)}
        >
          <p>{say('memberships.leave.text', { tenant: asked.tenant_name, role: say(`role.${asked.role}`) })}</p>
          {asked.acting && next && <p>{say('memberships.leave.first', { tenant: next.tenant_name })}</p>}
        </QuestionDialog>
      )}
    </Section>
  );
}

interface MembershipRowProps {
  readonly membership: OwnMembership;
  /** Nobody leaves the last one: then the account goes. */
  readonly isLast: boolean;
  readonly onLeave: () => void;
}

function MembershipRow({ membership, isLast, onLeave }: MembershipRowProps) {
  const { say, language } = useTexts();
  const { tenant_name: tenant, role, state, acting } = membership;
  return (
    <div className="row wordy">
      <div>
        <strong dir="auto">{tenant}</strong>{' '}
        {acting && (
          <span className="pill" data-good="">
            {say('memberships.acting')}
          </span>
        )}
        {state !== 'active' && (
          <span className="pill" data-status={state === 'suspended' ? 'suspended' : 'invited'}>
            {say(`membership.state.${state}`)}
          </span>
        )}
        <p className="hint">{[say(`role.${role}`), ...detailsOf(membership, say, language)].join(' · ')}</p>
        {isLast && (
          <p className="hint">
            {say('memberships.last')}{' '}
            <AnchorLink to={PAGE_PATHS.profile} search={{ tab: 'privatnost' }} underline="always">
              {say('memberships.last.link')}
            </AnchorLink>
          </p>
        )}
      </div>
      <div className="membership-acts">
        {!acting && state === 'active' && (
          <Button size="sm" onClick={() => switchTo(membership)} aria-label={say('memberships.switchTo', { tenant })}>
            {say('memberships.switch')}
          </Button>
        )}
        {!isLast && (
          <Button variant="default" size="sm" onClick={onLeave} aria-label={say('memberships.leaveOne', { tenant })}>
            {say('memberships.leave')}
          </Button>
        )}
      </div>
    </div>
  );
}

const detailsOf = (
  { since, until, number }: OwnMembership,
  say: Say,
  language: Parameters<typeof writtenDay>[1],
): string[] => [
  ...(since === null ? [] : [say('memberships.since', { day: writtenDay(since, language) })]),
  ...(until === null ? [] : [say('memberships.until', { day: writtenDay(until, language) })]),
  ...(number === null ? [] : [say('memberships.number', { number })]),
];
