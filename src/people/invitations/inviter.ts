import type { AnyCaller } from '../../platform/http/caller.ts';
import type { UserId } from '../../platform/kernel/entity-id.ts';

/** The inviter as named in the mail. The id is null for a service. */
export interface Inviter {
  readonly id: UserId | null;
  readonly name: string;
}

export const inviterOf = (caller: AnyCaller): Inviter => ({
  id: caller.userId,
  name: caller.userId === null ? caller.service.name : caller.account.full_name,
});
