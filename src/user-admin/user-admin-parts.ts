import type { Tx } from '../database/database.ts';
import type { RequireRecentSignIn } from '../http/route-access.ts';
import type { InvitationParts } from '../invitations/invite-user.ts';
import type { Instant } from '../kernel/clock.ts';
import type { ShowUser } from '../users/user-wire.ts';

/** What managing people is made of. */
export interface AdministrationParts extends InvitationParts {
  readonly showUser: ShowUser;
  readonly requireRecentSignIn: RequireRecentSignIn;
  readonly removeTwoFactor: (tx: Tx, userId: number, at: Instant) => Promise<unknown>;
  /** Days in which a deletion can be taken back. */
  readonly retentionDays: number;
}
