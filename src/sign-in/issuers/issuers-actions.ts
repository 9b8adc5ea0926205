import { action, type MetasOf } from '../../platform/audit/audit-actions.ts';

export const identityActions = {
  'identity.login': action<{ sid: string; second_factor: boolean; provider: string; linked: boolean }>(),
  'identity.link': action<{ provider: string; first_use: boolean }>(),
  'identity.unlink': action<{ provider: string }>(),
};

declare module '../../platform/audit/audit-actions.ts' {
  interface AuditMetas extends MetasOf<typeof identityActions> {}
}
