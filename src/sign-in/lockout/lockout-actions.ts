import { action, type MetasOf } from '../../platform/audit/audit-actions.ts';
import type { WrongGuessMeta } from './record-wrong-guess.ts';

export const lockoutActions = {
  'login.locked': action<WrongGuessMeta & { reason?: string; lock_minutes: number; address_hmac?: string }>(),
};

declare module '../../platform/audit/audit-actions.ts' {
  interface AuditMetas extends MetasOf<typeof lockoutActions> {}
}
