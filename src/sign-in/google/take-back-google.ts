import { changeUser } from '../../accounts/users/change-user.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import type { TakeBack } from '../../platform/room/contributions.ts';
import { dropLinkAddedBy } from './google-links-store.ts';

/** Removes the link that one of these sign-ins added. */
export const takeBackGoogle: TakeBack = async (tx, call, about, sids) => {
  if (!(await dropLinkAddedBy(tx, about.id, sids))) return [];
  await changeUser(tx, about.id, { google_picture: null }, call.at);
  await recordAudit(tx, call, { action: 'google.unlink', about });
  return ['google'];
};
