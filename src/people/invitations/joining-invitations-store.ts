import { sql } from 'kysely';
import { type ActionToken, isUsableInvitation } from '../../accounts/action-tokens/action-token.ts';
import { PLAIN_FIELDS } from '../../accounts/users/person-form.ts';
import type { Db } from '../../platform/database/database.ts';
import type { Instant } from '../../platform/kernel/clock.ts';

const records = (db: Db, email: string) =>
  db
    .selectFrom('users')
    .innerJoin('tenants', 'tenants.id', 'users.tenant_id')
    .where('users.email', '=', email)
    .where('users.joining_at', 'is not', null)
    .where('users.status', '<>', sql.lit('deleted'));

/** The invitations to join that the owner of an address may answer now, oldest first, with what shows and proves them. */
export const listInvitationsTo = (db: Db, email: string, at: Instant) =>
  records(db, email)
    .innerJoin('memberships', (join) =>
      join
        .onRef('memberships.user_id', '=', 'users.id')
        .onRef('memberships.tenant_id', '=', 'users.tenant_id')
        .on('memberships.state', 'in', ['pending', 'active']),
    )
    .innerJoin('action_tokens', 'action_tokens.user_id', 'users.id')
    .leftJoin('users as inviters', (join) =>
      join.onRef('inviters.id', '=', 'action_tokens.created_by').on('inviters.status', '<>', 'deleted'),
    )
    .select(['action_tokens.id', 'action_tokens.created_at', 'action_tokens.expires_at', 'action_tokens.token_hash'])
    .select(['users.tenant_id', 'tenants.name as tenant_name', 'memberships.role', 'inviters.full_name as invited_by'])
    .where('users.status', 'in', ['invited', 'active'])
    .where(isUsableInvitation(at))
    .orderBy('action_tokens.id')
    .execute();

export type InvitationTo = Awaited<ReturnType<typeof listInvitationsTo>>[number] & Pick<ActionToken, 'token_hash'>;

/** Everything that tenants entered about whoever has this address, while nobody has accepted it. */
export const listRecordsOf = (db: Db, email: string) =>
  records(db, email)
    .select(['users.id', 'users.tenant_id', 'tenants.name as tenant_name', 'users.role', 'users.created_at'])
    .select(PLAIN_FIELDS.map((field) => `users.${field}` as const))
    .orderBy('users.id')
    .execute();
