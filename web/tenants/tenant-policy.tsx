import { useQuery } from '@tanstack/react-query';
import type { Policy, Tenant } from '../../client/wire-types.ts';
import { Section } from '../components/form/section.tsx';
import { onDay } from '../components/frame/times.ts';
import { AnchorLink } from '../components/table/page-links.tsx';
import type { Language } from '../i18n/language.ts';
import { type Say, useTexts } from '../i18n/texts.ts';
import { PAGE_PATHS } from '../routing/pages.ts';
import { policyInForceQuery } from './tenant-queries.ts';

/** Which privacy policy its people are asked about. */
export function TenantPolicy({ tenant }: { tenant: Tenant }) {
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
