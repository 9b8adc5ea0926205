import type { Reach } from '../../accounts/users/membership.ts';
import { action, type MetasOf } from '../../platform/audit/audit-actions.ts';
import type { Role } from '../../platform/kernel/role.ts';

interface Ended {
  readonly membership_id: number;
  readonly sessions_ended: number;
  /** Because its last day was over, the person left or went over to another club; else an administrator ended it. */
  readonly by?: 'until' | 'leaving' | 'transfer';
}

export const membershipActions = {
  'membership.create': action<{ membership_id: number; role: Role; reach: Reach }>({
    group: 'people',
    act: { hr: 'dodano članstvo', en: 'membership added' },
    deed: { hr: 'dodano članstvo{{of}}', en: 'added a membership{{of}}' },
  }),
  'membership.update': action<{
    membership_id: number;
    changed: Readonly<Record<string, { readonly before: unknown; readonly after: unknown }>>;
  }>({
    group: 'people',
    act: { hr: 'promijenjeno članstvo', en: 'membership changed' },
    deed: { hr: 'promijenjeno članstvo{{of}}', en: 'changed the membership{{of}}' },
  }),
  'membership.suspend': action<{ membership_id: number; reason?: string; sessions_ended: number }>({
    group: 'people',
    isWorded: true,
    act: { hr: 'obustavljeno članstvo', en: 'membership suspended' },
    deed: { hr: 'obustavljeno članstvo{{of}}', en: 'suspended the membership{{of}}' },
  }),
  'membership.end': action<Ended>({
    group: 'people',
    act: { hr: 'prekinuto članstvo', en: 'membership ended' },
    deed: { hr: 'prekinuto članstvo{{of}}', en: 'ended the membership{{of}}' },
  }),
};

declare module '../../platform/audit/audit-actions.ts' {
  interface AuditMetas extends MetasOf<typeof membershipActions> {}
}
