import type { Grant, KoaContextWithOIDC } from 'oidc-provider';
import { mustEnrol } from '../../accounts/permissions/must-enrol.ts';
import type { SecondFactors } from '../../accounts/permissions/second-factors.ts';
import { idsOf } from '../../accounts/tenants/tenant-ancestors.ts';
import type { Db } from '../../platform/database/database.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import { findAdmission } from './admissions-store.ts';
import { admits, hasEnded, isScope } from './application.ts';
import { agreedScopes, consentRequestOf } from './application-consents.ts';
import { findApplicationConsent } from './application-consents-store.ts';
import { findApplication } from './applications-store.ts';
import { parseAccountId } from './provider-ids.ts';
import { isStillAllowed, reliedOnBy } from './still-allowed.ts';

/**
 * What an application may read in this sign-in: everything it requests if it is trusted, otherwise what the person has consented
 * to. `undefined` if they have not been asked yet.
 */
export async function findGrant(db: Db, ctx: KoaContextWithOIDC, changed: () => Error): Promise<Grant | undefined> {
  const { client, session, provider, result, entities, params, requestParamOIDCScopes: wanted } = ctx.oidc;
  const accountId = entities.Account?.accountId;
  const person = accountId === undefined ? undefined : parseAccountId(accountId);
  if (client === undefined || accountId === undefined || person === undefined) return undefined;
  const application = await findApplication(db, client.clientId);
  if (application === undefined || !isStillAllowed(application, reliedOnBy(params ?? {}))) throw changed();
  const grantId = result?.consent?.grantId ?? session?.grantIdFor(client.clientId);
  const known = grantId === undefined ? undefined : await provider.Grant.find(grantId);
  const isSame = known?.accountId === accountId && known.clientId === client.clientId;
  const asked = consentRequestOf(application, [...wanted].filter(isScope), String(params?.redirect_uri));
  const consent = await findApplicationConsent(db, person.userId, client.clientId);
  const scopes = application.trusted_at === null ? agreedScopes(consent, asked) : asked.scopes;
  if (scopes.length === 0) return undefined;
  const held = isSame ? known.getOIDCScope().split(' ') : [];
  if (isSame && asked.scopes.every((scope) => held.includes(scope) === scopes.includes(scope))) return known;
  const grant = new provider.Grant({ accountId, clientId: client.clientId });
  grant.addOIDCScope(scopes.join(' '));
  await grant.save();
  return grant;
}

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
