import type { Reach } from '../../accounts/users/membership.ts';
import { action, type MetasOf } from '../../platform/audit/audit-actions.ts';
import type { TenantId } from '../../platform/kernel/entity-id.ts';
import type { Role } from '../../platform/kernel/role.ts';

interface Ended {
  readonly membership_id: number;
  readonly sessions_ended: number;
  /** Because its last day was over, the person left or went over to another club; else an administrator ended it. */
  readonly by?: 'until' | 'leaving' | 'transfer';
}

interface OfTransfer {
  readonly transfer_id: number;
  readonly to_tenant_id: TenantId;
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
  'transfer.ask': action<OfTransfer>({
    group: 'people',
    act: { hr: 'zatražen prijelaz iz kluba', en: 'transfer requested' },
    deed: { hr: 'zatražen prijelaz{{of}} u drugi klub', en: 'requested the transfer{{of}}' },
  }),
  'transfer.release': action<OfTransfer>({
    group: 'people',
    act: { hr: 'dopušten prijelaz u drugi klub', en: 'transfer approved' },
    deed: { hr: 'dopušten prijelaz{{of}} u drugi klub', en: 'approved the transfer{{of}}' },
  }),
  'transfer.refuse': action<OfTransfer>({
    group: 'people',
    act: { hr: 'odbijen prijelaz u drugi klub', en: 'transfer refused' },
    deed: { hr: 'odbijen prijelaz{{of}} u drugi klub', en: 'refused the transfer{{of}}' },
  }),
  'transfer.accept': action<OfTransfer>({
    group: 'people',
    act: { hr: 'prihvaćen prijelaz u drugi klub', en: 'transfer accepted' },
    deed: { hr: 'prihvaćen prijelaz{{of}} u drugi klub', en: 'accepted the transfer{{of}}' },
  }),
  'transfer.decline': action<OfTransfer>({
    group: 'people',
    act: { hr: 'odbijen ponuđeni prijelaz', en: 'transfer declined' },
    deed: { hr: 'odbijen ponuđeni prijelaz{{of}} u drugi klub', en: 'declined the transfer{{of}}' },
  }),
  'transfer.withdraw': action<OfTransfer>({
    group: 'people',
    act: { hr: 'povučen zahtjev za prijelaz', en: 'transfer request withdrawn' },
    deed: { hr: 'povučen zahtjev za prijelaz{{of}}', en: 'withdrew the transfer request{{of}}' },
  }),
  'transfer.expire': action<OfTransfer>({
    group: 'people',
    act: { hr: 'istekao zahtjev za prijelaz', en: 'transfer request expired' },
    deed: { hr: 'istekao zahtjev za prijelaz{{of}}', en: 'let the transfer request{{of}} expire' },
  }),
};

declare module '../../platform/audit/audit-actions.ts' {
  interface AuditMetas extends MetasOf<typeof membershipActions> {}
}
