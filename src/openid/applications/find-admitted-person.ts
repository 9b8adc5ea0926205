import { mustEnrol } from '../../accounts/permissions/must-enrol.ts';
import type { SecondFactors } from '../../accounts/permissions/second-factors.ts';
import { idsOf } from '../../accounts/tenants/tenant-ancestors.ts';
import type { Db } from '../../platform/database/database.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import { findAdmission } from './admissions-store.ts';
import { admits, hasEnded } from './application.ts';
import { parseAccountId } from './provider-ids.ts';

export type AdmittedPerson = NonNullable<Awaited<ReturnType<typeof findAdmission>>>;

interface Admission {
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
  asked: Admission,
): Promise<AdmittedPerson | undefined> {
  const person = parseAccountId(asked.accountId);
  const row = person && (await findAdmission(db, person, asked.applicationId, asked.at));
  if (row === undefined || row.must_change_pwd_at !== null || mustEnrol(row, factors, asked.at)) return undefined;
  const within = new Set([row.tenant_id, ...idsOf(row.above)]);
  if (hasEnded(row, asked.at) || !admits({ ...row, tenant_id: row.own_tenant_id }, { ...row, within }))
    return undefined;
  if (asked.needsConsent && row.trusted_at === null && row.consented === null) return undefined;
  return row;
}

/**
 * People must confirm the policy that their tenant has published before they sign in to an application; the default text needs no
 * confirmation. Checked only at sign-in: a new version signs nobody out.
 */
export const mustConfirmPolicy = ({ policy_version, consent_policy_version }: AdmittedPerson): boolean =>
  policy_version !== null && policy_version !== consent_policy_version;
