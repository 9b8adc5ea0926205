import type { Static } from 'typebox';
import { reachesEveryTenant, reachesTenant } from '../../accounts/permissions/managing-users.ts';
import { findTenant } from '../../accounts/tenants/tenants-store.ts';
import { peopleOutside } from '../../accounts/users/accounts-store.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';
import { isLoopbackUrl } from '../../platform/http/local-call.ts';
import { AppError } from '../../platform/kernel/app-error.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import { opaqueId } from '../../platform/kernel/ids.ts';
import { notifyApplication, redirectNotices } from '../../sign-in/sessions/logout-notices/notify-logout.ts';
import { type Application, hasEnded, keepsSecret } from './application.ts';
import { dropConsentsTo, forgetScopes } from './application-consents-store.ts';
import { replaceApplicationLogo } from './application-logos-store.ts';
import { digestOf, makeSecret } from './application-secret.ts';
import * as store from './applications-store.ts';
import type { ApplicationBody, ApplicationChange } from './applications-wire.ts';
import { changed, requireMayChange } from './checked-application.ts';
import type { ApplicationsDeps } from './provider-host.ts';
import { dropRecordsOf, dropUnderWay } from './provider-records-store.ts';

/** Of one tenant, and of those that belong to none. */
export const MOST_APPLICATIONS = 500;

/**
 * Registers an application; the first one also makes the key that signs ID tokens.
 * @throws AppError 404 for a tenant out of the caller's reach, 403 for a trusted one, 409; InvalidRequest 422
 */
export async function createApplication(
  { database, keys, publicUrl }: ApplicationsDeps,
  call: Call,
  { kind, tenant_id, ...members }: Static<typeof ApplicationBody>,
): Promise<Application> {
  const { caller, at } = call;
  const ownByDefault = kind === 'service' || !reachesEveryTenant(caller);
  const owner = tenant_id === undefined && ownByDefault ? caller.tenantId : (tenant_id ?? null);
  const application = changed(
    {
      ...blank(at),
      ...(kind === 'service' ? { scopes: [] } : {}),
      id: opaqueId(),
      kind,
      tenant_id: owner,
      created_by: caller.userId,
    },
    members,
    { manager: caller, at, isLocal: isLoopbackUrl(publicUrl) },
  );
  await keys.ensureIdTokenKey();
  return database.transaction(async (tx) => {
    await requireTenant(tx, call, owner);
    if ((await store.countOwned(tx, owner, MOST_APPLICATIONS)) >= MOST_APPLICATIONS)
      throw new AppError('applications.too_many');
    await store.addApplication(tx, application);
    const meta = { ...whichOf(application), kind, trusted: application.trusted_at !== null };
    await recordAudit(tx, call, { action: 'application.create', tenantId: owner, meta });
    return application;
  });
}

/** Optional members, except those that `changed` sets from the request. */
const blank = (at: Application['created_at']) => ({
  name: '',
  redirect_uris: [],
  post_logout_redirect_uris: [],
  backchannel_logout_uri: null,
  scopes: ['openid', 'profile', 'email'] as const,
  roles: null,
  tenant_ids: null,
  reach: 'own' as const,
  pkce: 'required' as const,
  oib_ground: null,
  logo: null,
  trusted_at: null,
  foreign_at: null,
  secret_digest: null,
  secret_made_at: null,
  created_at: at,
  updated_at: at,
  last_used_at: null,
  ends_at: null,
  ended_at: null,
});

async function requireTenant(tx: Tx, { caller }: Call, owner: Application['tenant_id']): Promise<void> {
  const isReached = owner === null ? reachesEveryTenant(caller) : reachesTenant(caller, owner);
  if (!isReached || (owner !== null && (await findTenant(tx, owner)) === undefined))
    throw new AppError('tenants.not_found');
}

export const whichOf = ({ id, name }: Application) => ({ application_id: id, name });

/** @throws AppError 404, 403; InvalidRequest 422 */
export function updateApplication(
  { database, publicUrl }: ApplicationsDeps,
  call: Call,
  id: string,
  change: ApplicationChange,
): Promise<Application> {
  const { caller: manager, at } = call;
  return database.transaction(async (tx) => {
    const before = requireMayChange(manager, await store.holdApplication(tx, id));
    const after = changed(before, change, { manager, at, isLocal: isLoopbackUrl(publicUrl) });
    const members = (Object.keys(after) as (keyof Application)[]).filter((key) => key !== 'updated_at');
    const differing = members.filter((key) => differs(before, after, key));
    if (differing.length === 0) return before;
    await store.changeApplication(tx, id, { ...after, ended_at: hasEnded(after, at) ? after.ends_at : null });
    await takeBack(tx, before, after, at);
    if (before.backchannel_logout_uri !== after.backchannel_logout_uri)
      await redirectNotices(tx, id, after.backchannel_logout_uri, at);
    const meta = { ...whichOf(after), changed: differing };
    await recordAudit(tx, call, { action: 'application.update', tenantId: after.tenant_id, meta });
    return after;
  });
}

/** Revokes what it is no longer entitled to, from the commit on, and notifies it of the sign-ins that this ends. */
async function takeBack(tx: Tx, before: Application, after: Application, at: Instant): Promise<void> {
  const { id } = after;
  const lost = before.scopes.filter((scope) => !after.scopes.includes(scope));
  if (lost.length > 0) await forgetScopes(tx, id, lost);
  if (TERMS.some((member) => differs(before, after, member))) await dropUnderWay(tx, id);
  if (losesGround(before, after) || (hasEnded(after, at) && !hasEnded(before, at))) {
    await dropRecordsOf(tx, { applicationId: id });
    await notifyApplication(tx, id, at);
  } else if (DOOR.some((member) => differs(before, after, member))) {
    const userIds = peopleOutside(tx, after);
    await dropRecordsOf(tx, { userIds, applicationId: id });
    await notifyApplication(tx, id, at, userIds);
  }
}

/** Who may sign in. */
const DOOR = ['roles', 'tenant_ids', 'reach'] as const;

/** What a request was accepted by: whoever is on the way begins again. */
const TERMS = ['scopes', 'redirect_uris', 'pkce'] as const;

const differs = (before: Application, after: Application, member: keyof Application): boolean =>
  JSON.stringify(before[member]) !== JSON.stringify(after[member]);

/** What it was issued before may be in other hands, so people sign in to it again, most of them without a prompt. */
const losesGround = (before: Application, after: Application): boolean =>
  before.scopes.some((scope) => !after.scopes.includes(scope)) ||
  (before.oib_ground !== after.oib_ground && after.scopes.includes('oib') && before.scopes.includes('oib')) ||
  (before.trusted_at !== null && after.trusted_at === null) ||
  before.foreign_at !== after.foreign_at;

/** Issues a new secret; the previous one stops working. @throws AppError 404, 403, 409 */
export async function renewSecret({ database }: ApplicationsDeps, call: Call, id: string): Promise<string> {
  const secret = makeSecret();
  await database.transaction(async (tx) => {
    const application = requireMayChange(call.caller, await store.holdApplication(tx, id));
    if (!keepsSecret(application)) throw new AppError('applications.no_secret');
    await store.changeApplication(tx, id, { secret_digest: digestOf(secret), secret_made_at: call.at });
    const { tenant_id: tenantId } = application;
    await recordAudit(tx, call, { action: 'application.secret', tenantId, meta: whichOf(application) });
  });
  return secret;
}

/** Ends an application and revokes everything it was issued. @throws AppError 404, 403 */
export function deleteApplication({ database }: ApplicationsDeps, call: Call, id: string): Promise<void> {
  return database.transaction(async (tx) => {
    const application = requireMayChange(call.caller, await store.holdApplication(tx, id));
    await dropConsentsTo(tx, id);
    await dropRecordsOf(tx, { applicationId: id });
    await notifyApplication(tx, id, call.at);
    await replaceApplicationLogo(tx, id, null, call.at);
    await store.dropApplication(tx, id);
    const { tenant_id: tenantId } = application;
    await recordAudit(tx, call, { action: 'application.delete', tenantId, meta: whichOf(application) });
  });
}
