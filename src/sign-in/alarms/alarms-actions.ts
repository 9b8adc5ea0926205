import { action, type MetasOf } from '../../platform/audit/audit-actions.ts';
import type { TakenBack } from '../../platform/room/contributions.ts';

export const alarmsActions = {
  /** By the link in a mail about a change: `ended` sign-ins, and what was taken back. */
  'account.take_back': action<{
    sid: string;
    ended: number;
    taken_back: readonly TakenBack[];
    token_id: number | null;
  }>(),
  'account.take_back.fail': action<{ reason: 'token' }>(),
  'email.restore': action(),
};

declare module '../../platform/audit/audit-actions.ts' {
  interface AuditMetas extends MetasOf<typeof alarmsActions> {}
}
