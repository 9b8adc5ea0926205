import { changeUser } from '../../accounts/users/change-user.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import type { TakeBack } from '../../platform/room/contributions.ts';
import { deleteAddedBy } from './two-factor-store.ts';

/** Removes the second factor that these sign-ins set up or enabled; of one that was there before, the codes that they were shown. */
export const takeBackSecondFactor: TakeBack = async (tx, call, about, sids) => {
  const { factor, codes } = await deleteAddedBy(tx, about.id, sids);
  if (codes > 0) return ['recovery_codes'];
  if (factor === undefined || factor.enabled_at === null) return [];
  await changeUser(tx, about.id, { two_factor_enabled_at: null }, call.at);
  await recordAudit(tx, call, { action: '2fa.disable', about });
  return ['authenticator'];
};
