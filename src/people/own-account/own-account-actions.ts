import { action, type MetasOf } from '../../platform/audit/audit-actions.ts';
import type { WrongGuessMeta } from '../../sign-in/lockout/record-wrong-guess.ts';

export const ownAccountActions = {
  'profile.update': action<{ changed: readonly string[] }>(),
  'email.change.request': action(),
  'email.change': action(),
  'email.change.fail': action<WrongGuessMeta>(),
};

declare module '../../platform/audit/audit-actions.ts' {
  interface AuditMetas extends MetasOf<typeof ownAccountActions> {}
}
