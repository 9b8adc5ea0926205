import { Button, Skeleton } from '@mantine/core';
import '@mantine/core/styles/Skeleton.css';
import { useQuery } from '@tanstack/react-query';
import '../styles/tenants.css';
import type { Tenant } from '../../client/wire-types.ts';
import { may } from '../auth/rights.ts';
import { ProblemNotice } from '../components/connection/notice.tsx';
import { useFocusBack } from '../components/focus/focus-back.ts';
import { PageHead } from '../components/frame/page-head.tsx';
import { AnchorLink } from '../components/table/page-links.tsx';
import { useTexts } from '../i18n/texts.ts';
import { useOpened } from '../routing/open-in-address.ts';
import { PAGE_PATHS } from '../routing/pages.ts';
import { TenantAdministrators } from './tenant-administrators.tsx';
import { TenantDialog } from './tenant-dialog.tsx';
import { TenantFirstSteps } from './tenant-first-steps.tsx';
import { TenantHealth } from './tenant-health.tsx';
import { TenantLook } from './tenant-look.tsx';
import { TenantPeople } from './tenant-people.tsx';
import { TenantPolicy } from './tenant-policy.tsx';
import { administratorsQuery, tenantQuery, tenantStatsQuery } from './tenant-queries.ts';

/** One federation or club: its people, administrators, problems, colour and logo. */
export function TenantPlace({ id }: { id: number }) {
  useFocusBack();
  const { data: tenant, error } = useQuery(tenantQuery(id));
  return (
    <>
      {may('tenants.all') && <BackToAll />}
      {error && <ProblemNotice error={error} />}
      {tenant && <Place tenant={tenant} />}
      {!tenant && !error && <Skeleton height={320} radius="md" />}
    </>
  );
}

function BackToAll() {
  const { say } = useTexts();
  return (
    <p className="place-back">
      <AnchorLink to={PAGE_PATHS.tenants}>{`← ${say('tenants.place.all')}`}</AnchorLink>
    </p>
  );
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
        {stats.data && managed && <TenantFirstSteps tenant={tenant} stats={stats.data} administrators={managed} />}
        {stats.data && managed && stats.data.users.total > 0 && (
          <>
            <TenantPeople tenant={tenant} stats={stats.data} />
            <TenantAdministrators tenant={tenant} administrators={managed} />
            <TenantHealth tenant={tenant} stats={stats.data} />
          </>
        )}
        <TenantPolicy tenant={tenant} />
        <TenantLook tenant={tenant} />
      </div>
      {mayRename && edition.opened !== undefined && <TenantDialog tenant={tenant} onClose={edition.close} />}
    </>
  );
}
