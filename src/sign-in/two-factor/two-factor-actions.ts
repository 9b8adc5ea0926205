import { action, type MetasOf } from '../../platform/audit/audit-actions.ts';
import type { WrongGuessMeta } from '../lockout/record-wrong-guess.ts';

export const twoFactorActions = {
  '2fa.setup': action(),
  '2fa.verify.ok': action(),
  '2fa.verify.fail': action<WrongGuessMeta>(),
  '2fa.disable': action(),
  '2fa.recovery_codes': action(),
};

declare module '../../platform/audit/audit-actions.ts' {
  interface AuditMetas extends MetasOf<typeof twoFactorActions> {}
}
