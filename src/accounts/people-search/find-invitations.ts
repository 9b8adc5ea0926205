import type { Db } from '../../platform/database/database.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import type { User } from '../users/user.ts';
import type { InvitationOfPerson } from './invitation-of.ts';
import { invitationOf, listPending } from './invitation-of-store.ts';

/** The current state of each person's invitation. */
export async function findInvitationsOf(
  db: Db,
  people: readonly Pick<User, 'id' | 'must_change_pwd_at' | 'email_verified_at'>[],
  at: Instant,
): Promise<ReadonlyMap<number, InvitationOfPerson>> {
  const asked = people.filter(({ must_change_pwd_at }) => must_change_pwd_at !== null).map(({ id }) => id);
  const pending = await listPending(db, asked, at);
  return new Map(people.map((person) => [person.id, invitationOf(person, pending)]));
}
