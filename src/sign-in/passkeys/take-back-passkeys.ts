import { holdUserRow } from '../../accounts/users/hold-user-row.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import type { TakeBack } from '../../platform/room/contributions.ts';
import { recountFactor } from './passkeys-as-factor.ts';
import { dropPasskeysAddedBy } from './passkeys-store.ts';

/** Removes the passkeys that these sign-ins added. */
export const takeBackPasskeys: TakeBack = async (tx, call, about, sids) => {
  const removed = await dropPasskeysAddedBy(tx, about.id, sids);
  const user = removed === 0 ? undefined : await holdUserRow(tx, about.id);
  if (user === undefined) return [];
  await recountFactor(tx, user, call.at);
  await recordAudit(tx, call, { action: 'passkey.remove', about, meta: { removed } });
  return ['passkey'];
};
