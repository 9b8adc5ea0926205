import { action, type MetasOf } from '../../platform/audit/audit-actions.ts';

export const privacyPolicyActions = {
  'policy.publish': action<{ policy_version: string; number: number }>(),
};

declare module '../../platform/audit/audit-actions.ts' {
  interface AuditMetas extends MetasOf<typeof privacyPolicyActions> {}
}
