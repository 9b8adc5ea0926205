import { sql } from 'kysely';
import type { Instant } from '../../platform/kernel/clock.ts';
import type { MembershipId } from '../../platform/kernel/entity-id.ts';
import type { Role } from '../../platform/kernel/role.ts';
import { idsBelow } from '../tenants/tenant-tree-store.ts';
import type { Membership, MembershipState, Reach } from './membership.ts';

/** Whoever has only ended memberships is a guest of the latest. */
export const ACTING_ROLE = sql<Role>`case memberships.state when 'ended' then 'guest' else memberships.role end`;

const others = sql<number>`(
  select count(*) from memberships as other
  where other.user_id = users.id and other.id <> memberships.id and other.state <> 'ended'
)`;

/** The tenants at and below that of the membership, where it reaches them; read with it, so that a move counts at the next request. */
const reached = sql<string | null>`
  case when memberships.reach = 'below' and memberships.state = 'active' then ${idsBelow('memberships.tenant_id')} end`;

/** For statements over `users` and `memberships`: as what an account acts, in the membership that is joined. */
export const ACTING_COLUMNS = [
  'memberships.tenant_id',
  ACTING_ROLE.as('role'),
  'memberships.id as mid',
  'memberships.reach',
  reached.as('reached'),
  'memberships.state as membership_state',
  'memberships.since as member_since',
  'memberships.until as member_until',
  'memberships.number as member_number',
  'memberships.ended_at as membership_ended_at',
  others.as('other_memberships'),
] as const;

/** The columns of `ACTING_COLUMNS`, but role and tenant. */
export interface Acting {
  readonly mid: MembershipId;
  readonly reach: Reach;
  /** Ids; `null` where it is the tenant alone. */
  readonly reached: string | null;
  readonly membership_state: MembershipState;
  readonly member_since: Membership['since'];
  readonly member_until: Membership['until'];
  readonly member_number: Membership['number'];
  readonly membership_ended_at: Instant | null;
  /** How many more the person has that have not ended. */
  readonly other_memberships: number;
}

/**
 * For statements over `users`: the membership in which the next sign-in acts. That of the last one, while it lasts; else the
 * oldest that does, never the newest; where all have ended, the latest.
 */
export const NEXT_MEMBERSHIP = sql<MembershipId>`(
  select next.id from memberships as next where next.user_id = users.id
  order by
    case next.state when 'active' then 0 when 'pending' then 1 when 'suspended' then 2 else 3 end,
    case when next.id = users.membership_id then 0 else 1 end,
    next.ended_at desc,
    next.id
  limit 1
)`;

/** Nobody comes in while all that they have is suspended. */
export const STATUS_IN_MEMBERSHIP = sql<'active' | 'invited' | 'suspended' | 'deleted'>`
  case when users.status = 'active' and memberships.state = 'suspended' then 'suspended' else users.status end`;
