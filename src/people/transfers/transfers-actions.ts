import { action, type MetasOf } from '../../platform/audit/audit-actions.ts';
import type { TenantId } from '../../platform/kernel/entity-id.ts';

interface OfTransfer {
  readonly transfer_id: number;
  readonly to_tenant_id: TenantId;
}

export const transferAuditActions = {
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
  interface AuditMetas extends MetasOf<typeof transferAuditActions> {}
}
