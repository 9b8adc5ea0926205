import { type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import { defineTable, integer, type TableOf, text } from '../../platform/database/define-table.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { type Ids, lookedUp } from '../../platform/database/sql-fragments.ts';
import type { TenantScope } from '../../platform/database/tenant-scope.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import type { TenantId, UserId } from '../../platform/kernel/entity-id.ts';
import type { Role } from '../../platform/kernel/role.ts';
import type { UserStatus } from './user.ts';

/** The columns of `users` that lists are read by, repeated in each row of the person. */
const REPEATED = ['sort_key', 'word_bits', 'last_login_at', 'two_factor_enabled_at'] as const;

const COPIED = REPEATED.filter((column) => column !== 'last_login_at');

/** How far somebody's invitation has come, by their row of `users` alone: of one that was sent, the link tells whether it has expired. */
export type InvitationInRow = 'none' | 'sent' | 'accepted';

/** An invitation marks that a password must be chosen, and the mark outlives the link. */
const invitationOf = (row: string): string => `
  case when ${row}.must_change_pwd_at is not null then 'sent' when ${row}.email_verified_at is null then 'none' else 'accepted' end`;

const INVITATION_FROM = ['must_change_pwd_at', 'email_verified_at'] as const;

const listOf = (columns: readonly string[], form: (column: string) => string): string => columns.map(form).join(', ');

const differs = (columns: readonly string[]): string =>
  columns.map((column) => `old.${column} is distinct from new.${column}`).join(' or ');

/** Which of a person's memberships within a tenant is shown there: that in the tenant itself, then the one that counts most. */
const BY_PRECEDENCE = `
  memberships.tenant_id <> above.ancestor_id,
  case memberships.state when 'active' then 1 when 'pending' then 2 when 'suspended' then 3 else 4 end,
  memberships.tenant_id <> users.tenant_id, memberships.id`;

/** Where an account is at home, its own role and status count: whoever has only ended memberships is a guest of the last one. */
const STATUS = `
  case when status = 'deleted' then status when state = 'suspended' then state when member_of = home_id then status
    when state = 'ended' then 'deleted' when state = 'pending' and status = 'active' then 'invited' else status end`;

const ROLE = 'case when member_of = home_id then account_role else role end';

/** Writes the rows of some people anew, in every tenant or in those that are named, as conditions on both tables. */
const written = ({ rows, people }: { readonly rows: string; readonly people: string }): string[] => [
  `delete from tenant_people where ${rows}`,
  `insert into tenant_people (tenant_id, user_id, own_id, home, member_of, role, status, invitation, ${REPEATED.join(', ')})
    select tenant_id, user_id, case when tenant_id = member_of then tenant_id end, case when tenant_id = home_id then 1 end,
      member_of, ${ROLE}, ${STATUS}, invitation, ${REPEATED.join(', ')}
    from (
      select above.ancestor_id as tenant_id, users.id as user_id, memberships.tenant_id as member_of, users.tenant_id as home_id,
        memberships.role, memberships.state, users.role as account_role, users.status,
        ${invitationOf('users')} as invitation, ${listOf(REPEATED, (column) => `users.${column}`)},
        row_number() over (partition by above.ancestor_id, users.id order by ${BY_PRECEDENCE}) as place
      from memberships join users on users.id = memberships.user_id join tenant_ancestors as above on above.tenant_id = memberships.tenant_id
      where ${people}
    ) as listed
    where place = 1`,
];

/** A person's rows. */
const renewed = (id: string): string[] => written({ rows: `user_id = ${id}`, people: `memberships.user_id = ${id}` });

/** The rows in what is above a tenant, or is no longer, of the people in that tenant. */
function renewedAbove(step: 'old' | 'new'): string[] {
  const theirs = `select own.user_id from tenant_people as own where own.own_id = ${step}.tenant_id`;
  return written({
    rows: `tenant_id = ${step}.ancestor_id and user_id in (${theirs})`,
    people: `above.ancestor_id = ${step}.ancestor_id and memberships.user_id in (${theirs})`,
  });
}

/**
 * The people of each tenant: whoever has a membership in it, or in a tenant below it, once. Derived from people, memberships and the
 * tree by triggers, so that a list of one tenant's people, and one of everything below it, are each one range of an index.
 */
export const tenantPeopleTable = defineTable(
  'tenant_people',
  {
    tenant_id: integer<TenantId>('duplicate', 'kept'),
    user_id: integer<UserId>('duplicate', 'kept'),
    /** The tenant, where the membership is in the tenant itself. */
    own_id: integer<TenantId>('duplicate', 'kept').orNull(),
    /** 1 in one row of each person: that of the tenant where they sign in. */
    home: integer<1>('duplicate', 'kept').orNull(),
    /** The tenant of the membership that this row shows. */
    member_of: integer<TenantId>('duplicate', 'kept'),
    role: text<Role>('duplicate', 'kept'),
    /** As the tenant sees it: that of the account, unless the membership itself is suspended, ended or not accepted yet. */
    status: text<UserStatus>('duplicate', 'replaced'),
    sort_key: text('duplicate', 'emptied'),
    word_bits: integer('duplicate', 'emptied'),
    last_login_at: text<Instant>('duplicate', 'emptied').orNull(),
    invitation: text<InvitationInRow>('duplicate', 'replaced'),
    two_factor_enabled_at: text<Instant>('duplicate', 'emptied').orNull(),
  },
  {
    key: ['tenant_id', 'user_id'],
    clustered: true,
    indexes: {
      of_person: 'user_id',
      everywhere_by_id: { columns: 'home, user_id', where: 'home is not null', unique: true },
      own_by_id: { columns: 'own_id, user_id', where: 'own_id is not null' },
      ...byStanding('own', 'own_id', 'own_id is not null'),
      ...byStanding('below', 'tenant_id'),
      ...byStanding('everywhere', 'home', 'home is not null'),
    },
    follows: [
      { name: 'joined', after: 'insert on memberships', statements: renewed('new.user_id') },
      {
        name: 'altered',
        after: 'update of tenant_id, role, state on memberships',
        when: differs(['tenant_id', 'role', 'state']),
        statements: renewed('new.user_id'),
      },
      {
        name: 'given',
        after: 'update of user_id on memberships',
        when: differs(['user_id']),
        statements: [...renewed('old.user_id'), ...renewed('new.user_id')],
      },
      { name: 'left', after: 'delete on memberships', statements: renewed('old.user_id') },
      {
        name: 'reached',
        after: 'insert on tenant_ancestors',
        when: 'new.ancestor_id <> new.tenant_id',
        statements: renewedAbove('new'),
      },
      {
        name: 'parted',
        after: 'delete on tenant_ancestors',
        when: 'old.ancestor_id <> old.tenant_id',
        statements: renewedAbove('old'),
      },
      {
        name: 'standing',
        after: 'update of tenant_id, role, status on users',
        when: differs(['tenant_id', 'role', 'status']),
        statements: renewed('new.id'),
      },
      {
        name: 'changed',
        after: `update of ${[...COPIED, ...INVITATION_FROM].join(', ')} on users`,
        when: differs([...COPIED, ...INVITATION_FROM]),
        statements: [
          `update tenant_people set invitation = ${invitationOf('new')}, ${listOf(COPIED, (column) => `${column} = new.${column}`)}
            where user_id = new.id`,
        ],
      },
      {
        name: 'signed_in',
        after: 'update of last_login_at on users',
        when: differs(['last_login_at']),
        statements: ['update tenant_people set last_login_at = new.last_login_at where user_id = new.id'],
      },
    ],
    personal: { merging: { user_id: 'follows' }, parts: {} },
  },
);

function byStanding<const Name extends string>(name: Name, first: string, where?: string) {
  const only = where === undefined ? {} : { where };
  return {
    [`${name}_by_standing`]: {
      columns: `${first}, status, role, sort_key, user_id, two_factor_enabled_at, word_bits`,
      ...only,
    },
    [`${name}_by_last_login`]: {
      columns: `${first}, last_login_at nulls first, user_id, status, role, invitation, two_factor_enabled_at`,
      ...only,
    },
    [`${name}_by_invitation`]: { columns: `${first}, invitation, status, role, user_id`, ...only },
  };
}

declare module '../../platform/database/schema.ts' {
  interface Schema {
    tenant_people: TableOf<typeof tenantPeopleTable>;
  }
}

/** The tenants whose people a list shows. */
export type ListScope = TenantScope;

/** `listed` is the row of a person within the scope. */
export type ListSchema = Schema & { readonly listed: Schema['tenant_people'] };

/** People of a list, by what indexes hold. */
export type People = SelectQueryBuilder<ListSchema, 'listed', object>;

/** The same with their accounts. */
export type PeopleInFull = SelectQueryBuilder<ListSchema, 'listed' | 'users', object>;

/** Everybody in the scope, once. */
export function peopleIn(db: Db, { tenantId, below }: ListScope): People {
  const all: People = db.selectFrom('tenant_people as listed');
  if (tenantId === undefined) return all.where('listed.home', '=', sql.lit(1));
  return all.where(below ? 'listed.tenant_id' : 'listed.own_id', '=', tenantId);
}

/** The same for figures by tenant: of every tenant, whoever is in several is in each, and `home` in one. */
export const membersIn = (db: Db, scope: ListScope): People =>
  scope.tenantId === undefined
    ? db.selectFrom('tenant_people as listed').where('listed.own_id', 'is not', null)
    : peopleIn(db, scope);

/** Each account is looked up, from the list on. */
export const withAccounts = (people: People): PeopleInFull =>
  lookedUp(people, 'users', 'users', sql`users.id = listed.user_id`) as unknown as PeopleInFull; // its columns

/** The row of the person whom a column names, if they are in the scope: found by its key. */
export const rowIn = ({ tenantId, below }: ListScope, id: string, found: 'by key' | 'by person' = 'by key') => {
  const person = sql<SqlBool>`listed.user_id = ${sql.ref(id)}`;
  if (tenantId === undefined) return sql<SqlBool>`${person} and listed.home = ${sql.lit(1)}`;
  const tenant = found === 'by key' ? sql`listed.tenant_id` : sql`+listed.tenant_id`; // an engine finds no key by an expression
  const row = sql<SqlBool>`${person} and ${tenant} = ${tenantId}`;
  return below ? row : sql<SqlBool>`${row} and listed.own_id is not null`;
};

/** The rows of the person whom a column names that `membersIn` has. */
export const rowsIn = (scope: ListScope, id: string) =>
  scope.tenantId === undefined
    ? sql<SqlBool>`listed.user_id = ${sql.ref(id)} and listed.own_id is not null`
    : rowIn(scope, id);

/** Those of these people who are in the scope. */
export const among = (db: Db, ids: Ids, scope: ListScope): People =>
  lookedUp(db.selectFrom(ids.as('found')), 'tenant_people', 'listed', rowIn(scope, 'found.id')) as unknown as People; // its columns

/** Whether a column names somebody in the scope. */
export const isPersonIn = (scope: ListScope, column: string) =>
  sql<SqlBool>`exists (select 1 from tenant_people as listed where ${rowIn(scope, column)})`;

/** The tenants of the scope, by which words are listed. */
export function tenantsIn(db: Db, { tenantId, below }: ListScope) {
  if (tenantId === undefined) return db.selectFrom('tenants').select('tenants.id');
  return below
    ? db.selectFrom('tenant_ancestors').select('tenant_id as id').where('ancestor_id', '=', tenantId)
    : [tenantId];
}
