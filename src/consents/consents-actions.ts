import { action, type MetasOf } from '../audit/audit-actions.ts';
import type { Categories } from './consent.ts';

export const consentActions = {
  'consent.record': action<{
    consent_id: number;
    policy_version: string;
    categories: Categories;
    /** By a guest who had answered the same before. */
    repeated?: boolean;
    /** A guest's, who signed in. */
    joined?: boolean;
  }>(),
};

declare module '../audit/audit-actions.ts' {
  interface AuditMetas extends MetasOf<typeof consentActions> {}
}
