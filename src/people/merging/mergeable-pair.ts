import { illegalState } from '../../accounts/permissions/act-on-user.ts';
import { refuseMerged, requireWhole, seenUser } from '../../accounts/permissions/managed-person.ts';
import type { Manager } from '../../accounts/permissions/managing-users.ts';
import { holdUserRows } from '../../accounts/users/accounts-store.ts';
import type { User } from '../../accounts/users/user.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Table } from '../../platform/database/define-table.ts';
import { invalidField } from '../../platform/http/request-refusal.ts';
import { AppError } from '../../platform/kernel/app-error.ts';
import type { UserId } from '../../platform/kernel/entity-id.ts';
import type { Platform } from '../../platform/room/platform.ts';
import { isErasureOpen } from './merges-store.ts';
import type { MergeBody } from './merging-wire.ts';

export interface MergingDeps extends Pick<Platform, 'database' | 'clock' | 'keys' | 'publicUrl'> {
  /** Every table with personal data; complete once every room is open. */
  readonly tables: () => readonly Table[];
}

export interface Wanted extends MergeBody {
  /** The account that goes. */
  readonly id: UserId;
}

/** Two locked accounts that may become one. */
export interface Pair {
  readonly from: User;
  readonly into: User;
  /** Whether the way in of the account that goes is the one that stays. */
  readonly isExchanged: boolean;
}

/**
 * Locks both rows, in the order of their ids, as everybody does who locks several people: of two merges at once, or a merge and an erasure,
 * the later finds what the earlier has made of them.
 * @throws AppError 404, 410 `users.merged`, 409, 403 as `requireWhole`; 409 `users.state`, `merging.erasure`, `merging.way_in`; 422
 */
export async function holdPair(tx: Tx, manager: Manager, { id, into: intoId, way_in = intoId }: Wanted): Promise<Pair> {
  if (id === intoId) throw invalidField('body', 'into', 'same', 'To je isti račun.');
  if (way_in !== id && way_in !== intoId)
    throw invalidField('body', 'way_in', 'other', 'To nije nijedan od ta dva računa.');
  const held = await holdUserRows(tx, [id, intoId]);
  const from = await whole(tx, manager, id, held);
  const into = await whole(tx, manager, intoId, held);
  const isExchanged = way_in === id;
  const [owner, other] = isExchanged ? [from, into] : [into, from];
  if (!isMergeable(from) || !isMergeable(into)) throw illegalState();
  if (owner.status === 'invited' && other.status === 'active') throw new AppError('merging.way_in');
  if (await isErasureOpen(tx, [id, intoId])) throw new AppError('merging.erasure');
  return { from, into, isExchanged };
}

/** The account, of which all must be the manager's to change. @throws AppError as `requireWhole`, `refuseMerged` */
async function whole(tx: Tx, manager: Manager, id: UserId, held: readonly User[]): Promise<User> {
  const user = held.find((one) => one.id === id);
  const seen = (await seenUser(tx, manager, user)) ?? (await refuseMerged(tx, manager, id));
  requireWhole(manager, seen);
  if (user === undefined) throw new AppError('users.not_found');
  return user;
}

/** A record that waits for the owner of its address is theirs to answer; whoever is suspended is decided about first. */
const isMergeable = ({ status, joining_at }: User): boolean =>
  (status === 'active' || status === 'invited') && joining_at === null;
