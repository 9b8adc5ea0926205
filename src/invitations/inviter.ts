import type { AnyCaller } from '../http/caller.ts';
import type { UserId } from '../kernel/entity-id.ts';

/** Who invites, as the mail tells it; a service has no id among people. */
export interface Inviter {
  readonly id: UserId | null;
  readonly name: string;
}

export const inviterOf = (caller: AnyCaller): Inviter => ({
  id: caller.userId,
  name: caller.userId === null ? caller.service.name : caller.account.full_name,
});
