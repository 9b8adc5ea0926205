import { action, type MetasOf } from '../../platform/audit/audit-actions.ts';

export const googleActions = {
  'google.login': action<{ sid: string; second_factor: boolean; linked: boolean }>(),
  'google.link': action<{ first_use: boolean }>(),
  'google.unlink': action(),
};

declare module '../../platform/audit/audit-actions.ts' {
  interface AuditMetas extends MetasOf<typeof googleActions> {}
}
