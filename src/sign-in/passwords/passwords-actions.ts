import { action, type MetasOf } from '../../platform/audit/audit-actions.ts';
import type { WrongGuessMeta } from '../lockout/record-wrong-guess.ts';

export const passwordActions = {
  'password.change': action<{ sessions_ended: number }>(),
  'password.change.fail': action<WrongGuessMeta>(),
  'password.reset.ok': action<{ token_id: number; sessions_ended: number }>(),
  'password.reset.fail': action<{ reason: 'token'; token_id?: number }>(),
  'invite.consume.ok': action<{ token_id: number; sessions_ended: number }>(),
  'invite.consume.fail': action<{ reason: 'token'; token_id?: number }>(),
};

declare module '../../platform/audit/audit-actions.ts' {
  interface AuditMetas extends MetasOf<typeof passwordActions> {}
}
