import { sql } from 'kysely';
import { isUsableInvitation } from '../../accounts/action-tokens/action-token.ts';
import { type ListScope, membersIn, rowsIn } from '../../accounts/users/tenant-people-store.ts';
import type { Db } from '../../platform/database/database.ts';
import { liesIn } from '../../platform/database/tenant-scope.ts';
import { instantAt } from '../../platform/kernel/clock.ts';
import { days, type Milliseconds } from '../../platform/kernel/durations.ts';
import type { TenantId } from '../../platform/kernel/entity-id.ts';
import { countWhere } from './progress-store.ts';

/** What of one tenant waits for somebody. Of an import of several tenants, and of what belongs to none, `tenant_id` is null. */
type OfTenant<Name extends string> = Readonly<Record<Name, number>> & { readonly tenant_id: TenantId | null };

/** The same about people: those who sign in in that tenant, and those who are in it besides, whom another tenant's rows have too. */
type OfPeople<Name extends string> = OfTenant<Name> & { readonly home: 1 | null };

const BY_TENANT = ['listed.member_of as tenant_id', 'listed.home'] as const;
const GROUPED = ['listed.member_of', 'listed.home'] as const;

/** A deadline or invitation that ends within this time needs somebody now. */
const DUE_WITHIN = days(7);
const ENDS_WITHIN = days(2);

export interface Asked {
  readonly scope: ListScope;
  readonly now: Milliseconds;
}

/** Undecided requests whose deadline has passed or is near, and erasures that failed: usually few, found by status. */
export function countDueErasures(
  db: Db,
  { scope, now }: Asked,
): Promise<OfPeople<'erasures_overdue' | 'erasures_due' | 'erasures_failed'>[]> {
  const pending = sql`erasure_requests.status = 'pending' and legal_hold_at is null`;
  const [at, soon] = [instantAt(now), instantAt(now + DUE_WITHIN)];
  return db
    .selectFrom('erasure_requests')
    .innerJoin('tenant_people as listed', (join) => join.on(rowsIn(scope, 'erasure_requests.user_id')))
    .select([
      ...BY_TENANT,
      countWhere(sql`${pending} and due_at < ${at}`).as('erasures_overdue'),
      countWhere(sql`${pending} and due_at >= ${at} and due_at < ${soon}`).as('erasures_due'),
      countWhere(sql`erasure_requests.status = 'failed'`).as('erasures_failed'),
    ])
    .where('erasure_requests.status', 'in', ['pending', 'failed'])
    .groupBy(GROUPED)
    .execute();
}

/** Whom nobody has invited, and who must still choose a password: one pass over the index by last sign-in, as in `wasInvited`. */
export const countUninvited = (db: Db, { scope }: Asked): Promise<OfPeople<'not_invited' | 'invited'>[]> =>
  membersIn(db, scope)
    .select([
      ...BY_TENANT,
      countWhere(sql`listed.status = 'invited' and listed.invitation = 'none'`).as('not_invited'),
      countWhere(sql`listed.status <> 'deleted' and listed.invitation = 'sent'`).as('invited'),
    ])
    .groupBy(GROUPED)
    .execute();

/** People with a link that is valid now, and of them those whose link ends soon. */
export function countOpenInvitations(
  db: Db,
  { scope, now }: Asked,
): Promise<OfPeople<'invitations_open' | 'invitations_ending'>[]> {
  const ending = sql`case when action_tokens.expires_at <= ${instantAt(now + ENDS_WITHIN)} then listed.user_id end`;
  return db
    .selectFrom('action_tokens')
    .innerJoin('tenant_people as listed', (join) => join.on(rowsIn(scope, 'action_tokens.user_id')))
    .select(BY_TENANT)
    .select(({ fn }) => fn.count<number>('listed.user_id').distinct().as('invitations_open'))
    .select(sql<number>`count(distinct ${ending})`.as('invitations_ending'))
    .where(isUsableInvitation(instantAt(now)))
    .where('listed.invitation', '=', 'sent')
    .where('listed.status', '<>', 'deleted')
    .groupBy(GROUPED)
    .execute();
}

interface UnimportedRows extends OfTenant<'rows_to_correct'> {
  readonly import_id: number;
}

/** Rows that the latest import of a tenant could not take, while its file is kept: then they can be taken out and corrected. */
export function countRowsToCorrect(db: Db, { scope, now }: Asked): Promise<UnimportedRows[]> {
  const latest = db
    .selectFrom('imports')
    .select(['imports.tenant_id', 'imports.failed as rows_to_correct', 'imports.id as import_id'])
    .where('kept_until', '>', instantAt(now))
    .where('mode', '=', 'real')
    .where('status', 'in', ['completed', 'failed'])
    .where('failed', '>', 0)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('imports as later')
            .select(sql.lit(1).as('one'))
            .whereRef('later.tenant_id', 'is not distinct from', 'imports.tenant_id')
            .whereRef('later.id', '>', 'imports.id')
            .where('later.mode', '=', 'real'),
        ),
      ),
    )
    .where(liesIn(scope, 'imports.tenant_id'))
    .orderBy('imports.id');
  return latest.execute();
}

interface TenantWithFailedMails extends OfTenant<'mails_failed'> {
  readonly tenant_id: TenantId;
  readonly name: string;
}

/** Every tenant, with one lookup for each in `mails__in_tenant_by_state`, however many mails there are. */
export function countFailedMails(db: Db, { scope }: Asked): Promise<TenantWithFailedMails[]> {
  const failed = sql<number>`(select count(*) from mails where mails.tenant_id = tenants.id and state = 'failed')`;
  const all = db.selectFrom('tenants').select(['tenants.id as tenant_id', 'tenants.name', failed.as('mails_failed')]);
  return all.where(liesIn(scope, 'tenants.id')).execute();
}
