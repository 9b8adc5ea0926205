import type { ReactNode } from 'react';
import type { FirstSteps } from '../../client/wire-types.ts';
import { AnchorLink } from '../components/table/page-links.tsx';
import { PAGE_PATHS } from '../routing/pages.ts';

export type Step = FirstSteps['steps'][number];

interface FirstStepLinkProps extends Step {
  readonly steps: FirstSteps;
  readonly tenantId: number;
  readonly children: ReactNode;
}

/** Leads to where a first step is taken. */
export function FirstStepLink({ step, state, steps: { steps }, tenantId, children }: FirstStepLinkProps) {
  const tenant_id = String(tenantId);
  const { tenants, policy, imports, users, invitations } = PAGE_PATHS;
  switch (step) {
    case 'look':
      return (
        <AnchorLink to={tenants} search={{ open: tenant_id }} hash="branding">
          {children}
        </AnchorLink>
      );
    case 'policy':
      return (
        <AnchorLink to={policy} search={{ tenant_id, edit: '1' }}>
          {children}
        </AnchorLink>
      );
    case 'people':
      return (
        <AnchorLink to={imports} search={{ tenant_id }}>
          {children}
        </AnchorLink>
      );
    case 'invitations': {
      const hasPeople = steps.some((other) => other.step === 'people' && other.state === 'done');
      const search = hasPeople ? { status: 'invited', invitation: 'none' } : { new: '1' };
      return (
        <AnchorLink to={users} search={{ tenant_id, ...search }}>
          {children}
        </AnchorLink>
      );
    }
    case 'administrators':
      if (state === 'waiting')
        return (
          <AnchorLink to={invitations} search={{ tenant_id, state: 'pending' }}>
            {children}
          </AnchorLink>
        );
      return (
        <AnchorLink to={users} search={{ tenant_id, new: '1', grant: 'admin' }}>
          {children}
        </AnchorLink>
      );
  }
}
