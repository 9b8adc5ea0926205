import { action, type MetasOf } from '../../platform/audit/audit-actions.ts';
import type { WrongGuessMeta } from '../lockout/guess.ts';

export const twoFactorActions = {
  '2fa.setup': action({
    group: 'secondStep',
    act: { hr: 'započeto uključivanje drugog koraka prijave', en: 'two-step sign-in setup started' },
    deed: { en: 'began to turn two-step sign-in on' },
  }),
  '2fa.verify.ok': action({
    group: 'secondStep',
    act: { hr: 'uključen drugi korak prijave', en: 'two-step sign-in turned on' },
    deed: { en: 'turned two-step sign-in on' },
  }),
  '2fa.verify.fail': action<WrongGuessMeta>({
    group: 'secondStep',
    act: { hr: 'pogrešan kod pri uključivanju drugog koraka', en: 'wrong code while turning on two-step sign-in' },
    deed: { en: 'gave a wrong code while turning two-step sign-in on' },
  }),
  '2fa.disable': action({
    group: 'secondStep',
    act: { hr: 'isključen drugi korak prijave', en: 'two-step sign-in turned off' },
    deed: { en: 'turned two-step sign-in off' },
  }),
  '2fa.recovery_codes': action({
    group: 'secondStep',
    act: { hr: 'izdani novi rezervni kodovi', en: 'new recovery codes issued' },
    deed: { en: 'issued new recovery codes' },
  }),
};

declare module '../../platform/audit/audit-actions.ts' {
  interface AuditMetas extends MetasOf<typeof twoFactorActions> {}
}
