import '@mantine/core/styles/Skeleton.css';
import '../styles/overview.css';
import { Skeleton } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Stats } from '../../client/wire-types.ts';
import { may, reachesSeveral, viewer } from '../auth/rights.ts';
import { service } from '../auth/service.ts';
import { ProblemNotice } from '../components/connection/notice.tsx';
import { Section } from '../components/form/section.tsx';
import { PageHead } from '../components/frame/page-head.tsx';
import { useTexts } from '../i18n/texts.ts';
import { FirstSteps } from '../people/first-steps.tsx';
import { useAddressState } from '../routing/address-state.ts';
import { OWN_ZONE } from './chart-days.ts';
import { ClubFigures } from './club-table.tsx';
import { Figures } from './figures.tsx';
import { InvitationFunnel } from './invitation-funnel.tsx';
import { LatestActs } from './latest-acts.tsx';
import { MailFigures } from './mail-figures.tsx';
import { NeedsYou, RequestsByDaysLeft } from './needs-you.tsx';
import { OwnDataCheck } from './own-data-check.tsx';
import { PeopleMatrix } from './people-matrix.tsx';
import { SignInSection } from './sign-in-section.tsx';

const ASK_AGAIN_MS = 60_000;

/** The state of the user's own tenant; for superadmins, of any tenant or all. */
export function OverviewPage() {
  const { say } = useTexts();
  const [{ tenant_id }] = useAddressState();
  const stats = useQuery({
    queryKey: ['stats', tenant_id],
    queryFn: () =>
      service.call('GET /api/admin/stats', { tz: OWN_ZONE, ...(tenant_id ? { tenant_id: Number(tenant_id) } : {}) }),
    placeholderData: keepPreviousData,
    refetchInterval: ASK_AGAIN_MS,
  });
  return (
    <div className="overview">
      <PageHead title={say('overview.title')} />
      {stats.isError && <ProblemNotice error={stats.error} />}
      {stats.data ? <Standing stats={stats.data} /> : stats.isPending && <OverviewSkeleton />}
    </div>
  );
}

/** The viewer is one of them. */
const NOBODY_ELSE = 1;

function Standing({ stats }: { stats: Stats }) {
  if (stats.users.total <= NOBODY_ELSE)
    return (
      <div className="overview-stack">
        <FirstStepsHere stats={stats} />
        <OwnDataCheck />
        <NobodyYet />
      </div>
    );
  return (
    <>
      <FirstStepsHere stats={stats} />
      {may('erasures.manage') && <NeedsYou waitingSince={stats.mail_waiting_since} />}
      <OwnDataCheck />
      <Figures stats={stats} />
      <div className="overview-pair">
        <SignInSection days={stats.sign_ins} />
        <InvitationFunnel funnel={stats.funnel} invitations={stats.invitations} />
      </div>
      {stats.tenants && stats.tenants.length > 1 && <ClubFigures tenants={stats.tenants} />}
      <div className="overview-pair">
        <div className="overview-stack">
          <PeopleMatrix users={stats.users} />
          {may('audit.read') && <LatestActs />}
        </div>
        {stats.erasures && (hasRequests(stats.erasures) || Object.keys(stats.mails).length > 0) && (
          <div className="overview-stack">
            {hasRequests(stats.erasures) && <RequestsByDaysLeft erasures={stats.erasures} />}
            {Object.keys(stats.mails).length > 0 && <MailFigures stats={stats} />}
          </div>
        )}
      </div>
    </>
  );
}

const hasRequests = ({ pending, held, failed }: NonNullable<Stats['erasures']>): boolean => pending + held + failed > 0;

/** Reserves the space, so that nothing jumps when the data arrives. */
function OverviewSkeleton() {
  const { say } = useTexts();
  return (
    <div aria-busy="true">
      <span className="hidden" role="status">
        {say('app.loading')}
      </span>
      <div className="figures">
        {['people', 'joined', 'signedIn', 'failed', 'secured'].map((figure) => (
          <Skeleton key={figure} height={132} radius="md" />
        ))}
      </div>
      <div className="overview-pair">
        <Skeleton height={360} radius="md" />
        <Skeleton height={360} radius="md" />
      </div>
    </div>
  );
}

/** Instead of zeros. */
function NobodyYet() {
  const { say } = useTexts();
  return (
    <Section title={say('overview.nobody.title')}>
      <p className="quiet">{say('overview.nobody.text')}</p>
    </Section>
  );
}

/** Of the tenant that is looked at: the one in the address, or the viewer's own while nobody else is looked at too. */
function FirstStepsHere({ stats }: { stats: Stats }) {
  const [{ tenant_id }] = useAddressState();
  const isAlone = !reachesSeveral() || stats.users.total <= NOBODY_ELSE;
  const tenantId = tenant_id ? Number(tenant_id) : isAlone ? viewer()?.tenant_id : undefined;
  return tenantId !== undefined && may('branding.manage') && <FirstSteps tenantId={tenantId} />;
}
