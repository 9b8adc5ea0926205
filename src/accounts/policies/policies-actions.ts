import { action, type MetasOf } from '../../platform/audit/audit-actions.ts';
import type { Categories } from './consent.ts';

export const policiesActions = {
  'policy.publish': action<{ policy_version: string; number: number }>(),
  'consent.record': action<{
    consent_id: number;
    policy_version: string;
    categories: Categories;
    /** A guest repeated their answer. */
    repeated?: boolean;
    /** The guest's answer was joined to the account they signed in to. */
    joined?: boolean;
  }>(),
};

declare module '../../platform/audit/audit-actions.ts' {
  interface AuditMetas extends MetasOf<typeof policiesActions> {}
}
