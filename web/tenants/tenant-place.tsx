import '@mantine/core/styles/Skeleton.css';
import '../styles/tenants.css';
import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Policy, Stats, Tenant } from '../../client/wire-types.ts';
import { may, reachesSeveral } from '../auth/rights.ts';
import { ProblemNotice } from '../components/connection/notice.tsx';
import { useFocusBack } from '../components/focus/focus-back.ts';
import { Section } from '../components/form/section.tsx';
import { PageHead } from '../components/frame/page-head.tsx';
import { onDay } from '../components/frame/times.ts';
import { AnchorLink, BackLink } from '../components/table/page-links.tsx';
import { amount } from '../i18n/amounts.ts';
import type { Language } from '../i18n/language.ts';
import { type Say, useTexts } from '../i18n/texts.ts';
import { FirstSteps } from '../people/first-steps.tsx';
import { useOpened } from '../routing/open-in-address.ts';
import { PAGE_PATHS } from '../routing/pages.ts';
import { TenantBelonging } from './tenant-belonging.tsx';
import { TenantBranding } from './tenant-branding.tsx';
import { TenantAdministrators, TenantHealth } from './tenant-cards.tsx';
import { TenantDialog } from './tenant-dialog.tsx';
import { administratorsQuery, policyInForceQuery, tenantQuery, tenantStatsQuery } from './tenant-queries.ts';

/** One federation or club: its people, administrators, problems, colour and logo. */
export function TenantPlace({ id }: { id: number }) {
  useFocusBack();
  const { data: tenant, error } = useQuery(tenantQuery(id));
  return (
    <>
      {reachesSeveral() && <BackToAll />}
      {error && <ProblemNotice error={error} />}
      {tenant && <Place tenant={tenant} />}
      {!tenant && !error && <Skeleton height={320} radius="md" />}
    </>
  );
}

function BackToAll() {
  const { say } = useTexts();
  return <BackLink to={PAGE_PATHS.tenants}>{say('tenants.place.all')}</BackLink>;
}

function Place({ tenant }: { tenant: Tenant }) {
  const { say } = useTexts();
  const edition = useOpened('edit');
  const stats = useQuery(tenantStatsQuery(tenant.id));
  const administrators = useQuery(administratorsQuery(tenant.id));
  const managed = administrators.data?.items;
  const mayRename = may('tenants.manage');
  return (
    <>
      <PageHead
        title={tenant.name}
        {...(tenant.publisher ? { text: say('tenants.publisher.is') } : {})}
        actions={
          mayRename && (
            <Button variant="default" onClick={() => edition.open('1')}>
              {say('tenants.place.edit')}
            </Button>
          )
        }
      />
      {stats.error && <ProblemNotice error={stats.error} />}
      <div className="place">
        <FirstSteps tenantId={tenant.id} mayReturn />
        {stats.data && managed && stats.data.users.total > 0 && (
          <>
            <TenantPeople tenant={tenant} stats={stats.data} />
            <TenantAdministrators tenant={tenant} administrators={managed} />
            <TenantHealth tenant={tenant} stats={stats.data} />
          </>
        )}
        {reachesSeveral() && <TenantBelonging id={tenant.id} />}
        <TenantPolicy tenant={tenant} />
        <TenantBranding tenant={tenant} />
      </div>
      {mayRename && edition.opened !== undefined && <TenantDialog tenant={tenant} onClose={edition.close} />}
    </>
  );
}

/** How many people it has, each number with its list. */
function TenantPeople({ tenant: { id }, stats: { users } }: { tenant: Tenant; stats: Stats }) {
  const { say, language } = useTexts();
  const of = (status: string) => users.by_status[status] ?? 0;
  const counts = [
    { label: say('tenants.people.all'), count: users.total, filter: {} },
    { label: say('tenants.people.active'), count: of('active'), filter: { status: 'active' } },
    { label: say('tenants.people.invited'), count: of('invited'), filter: { status: 'invited' } },
    { label: say('tenants.people.suspended'), count: of('suspended'), filter: { status: 'suspended' } },
  ];
  const shown = counts.filter(({ count }, place) => place === 0 || count > 0);
  return (
    <Section title={say('tenants.people.title')}>
      <ul className="place-list">
        {shown.map(({ label, count, filter }) => (
          <li key={label}>
            <AnchorLink to={PAGE_PATHS.users} search={{ tenant_id: String(id), ...filter }}>
              {label}
            </AnchorLink>
            <strong>{amount(count, language)}</strong>
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** Which privacy policy its people are asked about. */
function TenantPolicy({ tenant }: { tenant: Tenant }) {
  const { say, language } = useTexts();
  const { data: policy } = useQuery(policyInForceQuery(tenant.id, language));
  const tenant_id = String(tenant.id);
  const isOwn = policy?.tenant_id === tenant.id;
  return (
    <Section title={say('tenants.policy.title')}>
      {policy && <p className="place-words">{inForce(policy, isOwn, say, language)}</p>}
      <p className="place-links">
        <AnchorLink to={PAGE_PATHS.policy} search={{ tenant_id }}>
          {say('tenants.policy.show')}
        </AnchorLink>
        {policy && !isOwn && (
          <AnchorLink to={PAGE_PATHS.policy} search={{ tenant_id, edit: '1' }}>
            {say('tenants.policy.publish')}
          </AnchorLink>
        )}
      </p>
    </Section>
  );
}

function inForce({ tenant_name, since }: Policy, isOwn: boolean, say: Say, language: Language): string {
  if (isOwn && since !== null) return say('tenants.policy.own', { when: onDay(since, language) });
  return tenant_name === null ? say('tenants.policy.default') : say('tenants.policy.inherited', { name: tenant_name });
}
