import { Skeleton } from '@mantine/core';
import '@mantine/core/styles/Skeleton.css';
import '../styles/people.css';
import '../styles/factors.css';
import { useQuery } from '@tanstack/react-query';
import type { FactorPolicy } from '../../client/wire-types.ts';
import { may, viewer } from '../auth/rights.ts';
import { ProblemNotice } from '../components/connection/notice.tsx';
import { PageHead } from '../components/frame/page-head.tsx';
import { useTexts } from '../i18n/texts.ts';
import { useAddressState } from '../routing/address-state.ts';
import { factorPolicyQuery } from './factor-queries.ts';
import { FactorRulesForm } from './factor-rules-form.tsx';
import { MissingFactors } from './missing-factors.tsx';

/** Until it is known, it may be. */
const isAsked = (policy: FactorPolicy | undefined, tenantId: number | null): boolean =>
  policy === undefined ||
  policy.default_roles.length > 0 ||
  policy.rules.some(({ tenant_id }) => tenantId === null || tenant_id === null || tenant_id === tenantId);

/** Who must have a second factor and from when on, and who has none yet. */
export function FactorsPage() {
  const { say } = useTexts();
  const [{ tenant_id }] = useAddressState();
  const policy = useQuery(factorPolicyQuery);
  // Whoever reaches every tenant sets the rules of all, until they choose one at the top.
  const tenantId = may('tenants.all') ? Number(tenant_id) || null : (viewer()?.tenant_id ?? null);
  return (
    <>
      <PageHead title={say('factors.title')} text={say('factors.text')} />
      {policy.isError && <ProblemNotice error={policy.error} />}
      {policy.isPending && <Skeleton height={320} radius="md" />}
      {policy.data && <FactorRulesForm key={tenantId ?? 'all'} policy={policy.data} tenantId={tenantId} />}
      <MissingFactors tenantId={tenantId ?? undefined} isAsked={isAsked(policy.data, tenantId)} />
    </>
  );
}
