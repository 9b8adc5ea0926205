import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Stats, Tenant, User } from '../../client/wire-types.ts';
import { Section } from '../components/form/section.tsx';
import { Icon } from '../components/frame/icons.tsx';
import { AnchorLink, ButtonLink } from '../components/table/page-links.tsx';
import { useTexts } from '../i18n/texts.ts';
import { PAGE_PATHS } from '../routing/pages.ts';
import { administratorInvitation, policyInForceQuery } from './tenant-queries.ts';

interface TenantFirstStepsProps {
  readonly tenant: Tenant;
  readonly stats: Stats;
  readonly administrators: readonly User[];
}

/** What to do with a tenant that has hardly anybody; gone once it has people and somebody who manages them. */
export function TenantFirstSteps({ tenant, stats, administrators }: TenantFirstStepsProps) {
  const { say, language } = useTexts();
  const { data: policy } = useQuery(policyInForceQuery(tenant.id, language));
  const isManaged = administrators.length > 0 || (stats.users.by_role.superadmin ?? 0) > 0;
  const hasPeople = stats.users.total > administrators.length;
  if (isManaged && hasPeople) return null;
  const tenant_id = String(tenant.id);
  const { color, logo_url } = tenant.branding;
  return (
    <Section title={say('tenants.steps.title')} text={say('tenants.steps.text')}>
      <ol className="steps">
        <Step
          of="admin"
          done={isManaged}
          link={<ButtonLink {...administratorInvitation(tenant)}>{say('tenants.steps.admin')}</ButtonLink>}
        />
        <Step
          of="import"
          done={hasPeople}
          link={
            <AnchorLink to={PAGE_PATHS.imports} search={{ tenant_id }}>
              {say('tenants.steps.import')}
            </AnchorLink>
          }
        />
        <Step
          of="policy"
          done={policy?.tenant_id === tenant.id}
          link={
            <AnchorLink to={PAGE_PATHS.policy} search={{ tenant_id, edit: '1' }}>
              {say('tenants.steps.policy')}
            </AnchorLink>
          }
        />
        <Step
          of="look"
          done={color !== null && logo_url !== null}
          link={<Anchor href="#look">{say('tenants.steps.look')}</Anchor>}
        />
      </ol>
    </Section>
  );
}

interface StepProps {
  readonly of: 'admin' | 'import' | 'policy' | 'look';
  readonly done: boolean;
  readonly link: ReactNode;
}

function Step({ of, done, link }: StepProps) {
  const { say } = useTexts();
  return (
    <li data-done={done || undefined}>
      <span className="step-mark" aria-hidden="true">
        {done && <Icon name="done" size={16} />}
      </span>
      <div>
        {done ? <span>{`${say(`tenants.steps.${of}`)}: ${say('tenants.steps.done')}`}</span> : link}
        <p className="hint">{say(`tenants.steps.${of}.text`)}</p>
      </div>
    </li>
  );
}
