import { mustEnrol } from '../../accounts/policy/must-enrol.ts';
import type { SecondFactors } from '../../accounts/policy/second-factors.ts';
import { policyVersionOfTenant } from '../../accounts/tenants/policy-in-force.ts';
import { FACTOR_RULES_OF_USER } from '../../accounts/users/factor-rules-of-user.ts';
import type { Db } from '../../platform/database/database.ts';
import { jsonColumns } from '../../platform/database/json-column.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import { type PersonInSignIn, parseAccountId } from './account-id.ts';
import { admits, hasEnded } from './application.ts';

const json = jsonColumns('roles', 'tenant_ids', 'consented');

/** The current state of a person in one of their sign-ins at an application. */
async function findRow(db: Db, { userId, sid }: PersonInSignIn, applicationId: string, at: Instant) {
  const row = await db
    .selectFrom('sign_ins')
    .innerJoin('users', 'users.id', 'sign_ins.user_id')
    .innerJoin('tenants', 'tenants.id', 'users.tenant_id')
    .innerJoin('applications', (join) => join.on('applications.id', '=', applicationId))
    .leftJoin('application_consents', (join) =>
      join
        .onRef('application_consents.user_id', '=', 'users.id')
        .onRef('application_consents.application_id', '=', 'applications.id'),
    )
    .select([
      ...(['users.id', 'users.tenant_id', 'users.email', 'users.ime', 'users.prezime', 'users.full_name'] as const),
      ...(['users.telefon', 'users.preferred_language', 'users.oib', 'users.role', 'users.updated_at'] as const),
      'users.created_at',
      ...FACTOR_RULES_OF_USER,
      ...(['users.email_verified_at', 'users.must_change_pwd_at', 'users.two_factor_enabled_at'] as const),
      ...(['users.passkey_host', 'users.consent_policy_version'] as const),
      policyVersionOfTenant,
      ...(['sign_ins.authenticated_at', 'sign_ins.methods', 'tenants.name as tenant_name'] as const),
      ...(['applications.tenant_id as own_tenant_id', 'applications.roles', 'applications.tenant_ids'] as const),
      ...(['applications.trusted_at', 'applications.ends_at'] as const),
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

export type AdmittedPerson = NonNullable<Awaited<ReturnType<typeof findRow>>>;

interface Asked {
  readonly accountId: string;
  readonly applicationId: string;
  readonly at: Instant;
  /** For things issued after the person's consent: invalid once it is withdrawn. */
  readonly needsConsent: boolean;
}

/**
 * The single check behind every response to an application. `undefined` once the sign-in has ended, the account may not sign in
 * or must do something first, the application has ended or no longer admits the person, or the consent was withdrawn.
 */
export async function findAdmittedPerson(
  db: Db,
  factors: SecondFactors,
  asked: Asked,
): Promise<AdmittedPerson | undefined> {
  const person = parseAccountId(asked.accountId);
  const row = person && (await findRow(db, person, asked.applicationId, asked.at));
  if (row === undefined || row.must_change_pwd_at !== null || mustEnrol(row, factors, asked.at)) return undefined;
  if (hasEnded(row, asked.at) || !admits({ ...row, tenant_id: row.own_tenant_id }, row)) return undefined;
  if (asked.needsConsent && row.trusted_at === null && row.consented === null) return undefined;
  return row;
}

/**
 * People must confirm the policy that their tenant has published before they sign in to an application; the default text needs no
 * confirmation. Checked only at sign-in: a new version signs nobody out.
 */
export const mustConfirmPolicy = ({ policy_version, consent_policy_version }: AdmittedPerson): boolean =>
  policy_version !== null && policy_version !== consent_policy_version;
