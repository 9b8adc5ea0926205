import { action, type MetasOf } from '../../platform/audit/audit-actions.ts';
import type { ListExported } from '../../platform/sheets/list-export.ts';

/** Days of grace by role. */
type Grace = Readonly<Record<string, number>>;

export const factorPolicyActions = {
  /** A record without a tenant is about the rules of every tenant. */
  'factor_policy.change': action<{ before: Grace; after: Grace }>(),
  'factor_policy.remind': action<{ reminded: number }>(),
  'export.missing_factors': action<ListExported>(),
};

declare module '../../platform/audit/audit-actions.ts' {
  interface AuditMetas extends MetasOf<typeof factorPolicyActions> {}
}
