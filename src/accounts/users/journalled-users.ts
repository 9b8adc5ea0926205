import { hash } from 'node:crypto';
import type { Db, Tx } from '../../platform/database/database.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import type { TenantId, UserId } from '../../platform/kernel/entity-id.ts';
import type { Role } from '../../platform/kernel/role.ts';
import { type Applying, defineJournalledState, type JournalledState } from '../../platform/room/contributions.ts';
import { findTenant } from '../tenants/tenants-store.ts';
import { holdAnyUserRow, listBirths, listPasswordHashes, listStandings } from './accounts-store.ts';
import { changeProfile } from './change-profile.ts';
import { changeStanding } from './change-standing.ts';
import { forgetPassword } from './changed-users-store.ts';
import { isErased } from './erase-user.ts';
import { listMembershipStandings, type MembershipStanding, restoreMembership } from './memberships-store.ts';
import { guardingSuperadmins } from './superadmin-guard-store.ts';
import { isUsable } from './usable-password.ts';
import type { User, UserStatus } from './user.ts';

interface JournalledPerson<State> {
  readonly kind: string;
  /** The states of these users. A user who is left out has the state `none`. */
  readonly read: (db: Db, ids: readonly UserId[]) => Promise<ReadonlyMap<UserId, State>>;
  /** Called with the user's row locked. Returns the names of the changes. */
  readonly apply: (tx: Tx, user: User, state: State, applying: Applying) => Promise<readonly string[]>;
  /** The state of a user to whom it does not apply. */
  readonly none: State;
}

/** Defines a journalled state of a person. The time of creation distinguishes them from another with the same id after a restore. */
export const journalledPerson = <State extends object>({
  kind,
  read,
  apply,
  none,
}: JournalledPerson<State>): JournalledState =>
  defineJournalledState<{ born: Instant; word: State }>({
    kind,
    read: async (db, keys) => {
      const ids = keys.map(Number);
      const people = await listBirths(db, ids);
      const states = await read(db, ids);
      return new Map(
        people.map(({ id, created_at }) => [String(id), { born: created_at, word: states.get(id) ?? none }]),
      );
    },
    apply: async (tx, key, { born, word: state }, applying) => {
      const user = await holdAnyUserRow(tx, Number(key));
      if (user === undefined || user.created_at !== born || isErased(user)) return undefined;
      if (user.merged_into !== null) return undefined; // in the backup it is another account's, which may give it back
      const did = await apply(tx, user, state, applying);
      return did.length === 0 ? undefined : { did, about: user };
    },
  });

/** Replaces a value that must not be readable in the journal. */
export const journalDigest = (text: string): string => hash('sha256', text, 'base64url');

/** Digests of a person's things of one kind. */
export function digestsByPerson<Row extends { readonly user_id: UserId }>(
  rows: readonly Row[],
  digestOf: (row: Row) => string,
): Map<UserId, string[]> {
  const found = new Map<UserId, string[]>();
  for (const row of rows) found.set(row.user_id, [...(found.get(row.user_id) ?? []), digestOf(row)]);
  return found;
}

interface Standing {
  readonly status: UserStatus;
  readonly role: Role;
  readonly tenant_id: TenantId;
}

const NOBODY: Standing = { status: 'deleted', role: 'guest', tenant_id: 0 };

/** Status, role and tenant. */
export const journalledStanding = journalledPerson<Standing>({
  kind: 'standing',
  none: NOBODY,
  read: async (db, ids) => new Map((await listStandings(db, ids)).map(({ id, ...standing }) => [id, standing])),
  apply: async (tx, user, state, { at }) => {
    const did: string[] = [];
    const by = { at, without: 'restore' } as const;
    const moves = state.tenant_id !== user.tenant_id && user.status !== 'deleted';
    const isKnown = !moves || (await findTenant(tx, state.tenant_id)) !== undefined;
    if (moves && isKnown) await changeProfile(tx, user.id, { tenant_id: state.tenant_id }, by);
    if (moves) did.push(isKnown ? 'tenant' : 'tenant_unknown');
    // The new tenant is not in the backup, and in the old one the person must have no rights any more.
    const status = isKnown || state.status !== 'active' ? state.status : 'suspended';
    if (status !== user.status) did.push(`status_${status}`);
    if (state.role !== user.role) did.push('role');
    if (status !== user.status || state.role !== user.role)
      await changeStanding(tx, user, { ...(status === user.status ? {} : { status }), role: state.role }, by);
    return did;
  },
});

interface MembershipsState {
  readonly memberships: readonly MembershipStanding[];
}

/** Everything that somebody may do where. The tenant of their account is restored with their standing. */
export const journalledMemberships = journalledPerson<MembershipsState>({
  kind: 'memberships',
  none: { memberships: [] },
  read: async (db, ids) => {
    const found = new Map<UserId, { memberships: MembershipStanding[] }>();
    for (const { user_id, ...membership } of await listMembershipStandings(db, ids)) {
      const state = found.get(user_id) ?? { memberships: [] };
      state.memberships.push(membership);
      found.set(user_id, state);
    }
    return found;
  },
  apply: async (tx, { id, status }, { memberships }, { at }) => {
    // The erasure, which is repeated too, ended them.
    if (status === 'deleted' && memberships.every(({ state }) => state === 'ended')) return [];
    const did: string[] = [];
    for (const { user_id: _same, ...stored } of await listMembershipStandings(tx, [id])) {
      const later = memberships.find((one) => one.id === stored.id);
      if (later === undefined || later.tenant_id !== stored.tenant_id) continue;
      if (later.role === stored.role && later.reach === stored.reach && later.state === stored.state) continue;
      await guardingSuperadmins(tx, id, () => restoreMembership(tx, later, at));
      did.push(`membership_${later.state}`);
    }
    return did;
  },
});

interface PasswordState {
  /** Digest of the hash including its salt, so that passwords cannot be tried against it. */
  readonly digest: string | null;
}

/** The current password, by digest. If a restored backup has an older one, it is removed and a mail leads to a new one. */
export const journalledPassword = journalledPerson<PasswordState>({
  kind: 'password',
  none: { digest: null },
  read: async (db, ids) => {
    const rows = await listPasswordHashes(db, ids);
    return new Map(
      rows.map(({ id, password_hash: hash }) => [id, { digest: hash === null ? null : journalDigest(hash) }]),
    );
  },
  apply: async (tx, { id, password_hash: hash }, { digest }, { at }) => {
    if (!isUsable(hash) || journalDigest(hash) === digest) return [];
    await forgetPassword(tx, id, at);
    return ['password'];
  },
});
