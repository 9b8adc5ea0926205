import { action, type MetasOf } from '../audit/audit-actions.ts';
import type { WrongGuessMeta } from '../lockout/record-wrong-guess.ts';

export const ownAccountActions = {
  'profile.update': action<{ changed: readonly string[] }>(),
  'email.change.request': action(),
  'email.change': action(),
  'email.change.fail': action<WrongGuessMeta>(),
};

declare module '../audit/audit-actions.ts' {
  interface AuditMetas extends MetasOf<typeof ownAccountActions> {}
}
