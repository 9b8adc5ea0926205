import { sql } from 'kysely';
import { idsAbove } from '../../accounts/tenants/tenant-tree-store.ts';
import { policyVersionOfTenant } from '../../accounts/tenants/tenants-store.ts';
import { ACTING_ROLE } from '../../accounts/users/acting-store.ts';
import { FACTOR_RULES_OF_MEMBERSHIP } from '../../accounts/users/factor-rules-of-user-store.ts';
import { PERSON_FIELD_NAMES } from '../../accounts/users/person-form.ts';
import type { Db } from '../../platform/database/database.ts';
import { jsonColumns } from '../../platform/database/json-column.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import type { TenantId, UserId } from '../../platform/kernel/entity-id.ts';
import type { PersonInSignIn } from './provider-ids.ts';

const json = jsonColumns('roles', 'tenant_ids', 'consented');

const above = sql<string | null>`case applications.reach when 'below' then ${idsAbove('memberships.tenant_id')} end`;

/** The current state of a person in one of their sign-ins at an application. */
export async function findAdmission(db: Db, { userId, sid }: PersonInSignIn, applicationId: string, at: Instant) {
  const row = await db
    .selectFrom('sign_ins')
    .innerJoin('users', 'users.id', 'sign_ins.user_id')
    .innerJoin('memberships', 'memberships.id', 'sign_ins.membership_id')
    .innerJoin('tenants', 'tenants.id', 'memberships.tenant_id')
    .innerJoin('applications', (join) => join.on('applications.id', '=', applicationId))
    .leftJoin('application_consents', (join) =>
      join
        .onRef('application_consents.user_id', '=', 'users.id')
        .onRef('application_consents.application_id', '=', 'applications.id'),
    )
    .select([
      ...PERSON_FIELD_NAMES.map((field) => `users.${field}` as const),
      ...(['users.id', 'memberships.tenant_id', 'users.updated_at', 'users.created_at'] as const),
      ACTING_ROLE.as('role'),
      ...FACTOR_RULES_OF_MEMBERSHIP,
      ...(['users.email_verified_at', 'users.must_change_pwd_at', 'users.two_factor_enabled_at'] as const),
      ...(['users.passkey_host', 'users.consent_policy_version'] as const),
      policyVersionOfTenant,
      ...(['sign_ins.authenticated_at', 'sign_ins.methods', 'tenants.name as tenant_name'] as const),
      ...(['applications.tenant_id as own_tenant_id', 'applications.roles', 'applications.tenant_ids'] as const),
      ...(['applications.trusted_at', 'applications.ends_at'] as const),
      above.as('above'),
      'application_consents.scopes as consented',
    ])
    .where('sign_ins.sid', '=', sid)
    .where('sign_ins.user_id', '=', userId)
    .where('sign_ins.ended_at', 'is', null)
    .where('sign_ins.expires_at', '>', at)
    .where('users.status', '=', 'active')
    .executeTakeFirst();
  return row && json.read(row);
}

interface Asked {
  readonly id: UserId;
  /** The tenant of the application; `null`: it is for every tenant. */
  readonly own_tenant_id: TenantId | null;
}

/** The active memberships of a person that are the application's business: in its tenant, and below it. */
export const listMembershipsFor = (db: Db, { id, own_tenant_id: own }: Asked) =>
  db
    .selectFrom('memberships')
    .innerJoin('tenants', 'tenants.id', 'memberships.tenant_id')
    .select(['memberships.tenant_id', 'tenants.name as tenant_name', 'memberships.role'])
    .where('memberships.user_id', '=', id)
    .where('memberships.state', '=', 'active')
    .$if(own !== null, (all) =>
      all.where('memberships.tenant_id', 'in', ({ selectFrom }) =>
        selectFrom('tenant_ancestors')
          .select('tenant_id')
          .where('ancestor_id', '=', own as TenantId),
      ),
    )
    .orderBy('memberships.id')
    .execute();
