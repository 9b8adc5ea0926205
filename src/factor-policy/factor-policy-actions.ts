import { action, type MetasOf } from '../audit/audit-actions.ts';

/** Days of grace by role. */
type Grace = Readonly<Record<string, number>>;

export const factorPolicyActions = {
  /** Of every tenant where the record is of none. */
  'factor_policy.change': action<{ before: Grace; after: Grace }>(),
  'factor_policy.remind': action<{ reminded: number }>(),
};

declare module '../audit/audit-actions.ts' {
  interface AuditMetas extends MetasOf<typeof factorPolicyActions> {}
}
