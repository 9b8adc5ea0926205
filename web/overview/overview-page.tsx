import { Skeleton } from '@mantine/core';
import '@mantine/core/styles/Skeleton.css';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import '../styles/overview.css';
import type { Stats } from '../../client/wire-types.ts';
import { service } from '../auth/service.ts';
import { ProblemNotice } from '../components/notice.tsx';
import { PageHead } from '../components/page-head.tsx';
import { useTexts } from '../i18n/texts.ts';
import { useAddressState } from '../routing/address-state.ts';
import { Figures } from './figures.tsx';
import { InvitationFunnel } from './invitation-funnel.tsx';
import { LatestActs } from './latest-acts.tsx';
import { MailFigures } from './mail-figures.tsx';
import { NeedsYou } from './needs-you.tsx';
import { OverviewTenant } from './overview-tenant.tsx';
import { PeopleMatrix } from './people-matrix.tsx';
import { RequestsByDaysLeft } from './requests-by-days-left.tsx';
import { SignInSection } from './sign-in-section.tsx';

const ASK_AGAIN_MS = 60_000;

/** The state of the user's own tenant; for superadmins, of any tenant or all. */
export function OverviewPage() {
  const { say } = useTexts();
  const [{ tenant_id }] = useAddressState();
  const user = service.storedUser();
  const stats = useQuery({
    queryKey: ['stats', tenant_id],
    queryFn: () => service.stats(tenant_id ? { tenant_id: Number(tenant_id) } : {}),
    placeholderData: keepPreviousData,
    refetchInterval: ASK_AGAIN_MS,
  });
  const isEverywhere = user?.tier === 0;
  return (
    <div className="overview">
      <PageHead title={say('overview.title')} {...(isEverywhere ? { actions: <OverviewTenant /> } : {})} />
      {stats.isError && <ProblemNotice error={stats.error} />}
      {stats.data ? <Standing stats={stats.data} tier={user?.tier ?? 4} /> : stats.isPending && <Bones />}
    </div>
  );
}

function Standing({ stats, tier }: { stats: Stats; tier: number }) {
  return (
    <>
      {tier <= 1 && <NeedsYou stats={stats} />}
      <Figures stats={stats} />
      <div className="overview-pair">
        <SignInSection days={stats.sign_ins} />
        <InvitationFunnel invitations={stats.invitations} />
      </div>
      <div className="overview-pair">
        <div className="overview-stack">
          <PeopleMatrix users={stats.users} />
          {tier <= 1 && <LatestActs />}
        </div>
        {stats.erasures && (
          <div className="overview-stack">
            <RequestsByDaysLeft erasures={stats.erasures} />
            <MailFigures stats={stats} />
          </div>
        )}
      </div>
    </>
  );
}

/** Reserves the space, so that nothing jumps when the data arrives. */
function Bones() {
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
