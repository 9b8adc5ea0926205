import {
  type Manager,
  mayGrantReach,
  reachesEveryTenant,
  reachesTenant,
} from '../../accounts/permissions/managing-users.ts';
import { SERVICE_SCOPES } from '../../platform/http/caller.ts';
import { invalidField } from '../../platform/http/request-refusal.ts';
import { AppError } from '../../platform/kernel/app-error.ts';
import { type Instant, writtenInstant } from '../../platform/kernel/clock.ts';
import type { TenantId } from '../../platform/kernel/entity-id.ts';
import { hasUnsafeCharacters, normalised } from '../../platform/kernel/text.ts';
import { type Application, isService, keepsSecret, SCOPES } from './application.ts';
import type { ApplicationChange } from './applications-wire.ts';
import { flawOfAddress, flawOfNoticeAddress } from './redirect-address.ts';

/** @throws AppError 404 for one out of the caller's reach, as for a missing one */
export function requireReach(manager: Manager, application: Application | undefined): Application {
  const owner = application?.tenant_id ?? null;
  const reaches = reachesEveryTenant(manager) || (owner !== null && reachesTenant(manager, owner));
  if (application === undefined || !reaches) throw new AppError('applications.not_found');
  return application;
}

/**
 * Whoever changes the redirect address of a trusted application could read the data of everybody who follows a link, without
 * their consent. @throws AppError 404, 403
 */
export function requireMayChange(manager: Manager, application: Application | undefined): Application {
  const reached = requireReach(manager, application);
  if (reached.trusted_at !== null && !reachesEveryTenant(manager)) throw new AppError('applications.trusted');
  requireMayReach(manager, reached);
  return reached;
}

/** Only who reaches what is below may let an application reach it, or have it answer to them. @throws AppError 403 */
function requireMayReach(manager: Manager, { reach }: Application): void {
  if (reach === 'below' && !mayGrantReach(manager)) throw new AppError('applications.below');
}

interface Circumstances {
  readonly manager: Manager;
  readonly at: Instant;
  /** The service itself runs on this machine, as on a trial. */
  readonly isLocal: boolean;
}

/** The application with a change applied. @throws InvalidRequest 422, AppError 403 */
export function changed(
  before: Application,
  change: ApplicationChange,
  { manager, at, isLocal }: Circumstances,
): Application {
  if (change.trusted === true && !reachesEveryTenant(manager)) throw new AppError('applications.trusted');
  const since = (wanted: boolean | undefined, was: Instant | null) =>
    wanted === undefined ? was : wanted ? (was ?? at) : null;
  const after: Application = {
    ...before,
    name: change.name === undefined ? before.name : checkedText('name', change.name),
    redirect_uris: change.redirect_uris ?? before.redirect_uris,
    post_logout_redirect_uris: change.post_logout_redirect_uris ?? before.post_logout_redirect_uris,
    backchannel_logout_uri: orKept(change.backchannel_logout_uri, before.backchannel_logout_uri),
    scopes: change.scopes === undefined ? before.scopes : scopesOf(before, change.scopes),
    roles: change.who === undefined ? before.roles : (change.who.roles ?? null),
    tenant_ids: change.who === undefined ? before.tenant_ids : (change.who.tenant_ids ?? null),
    reach: reachOf(before, change),
    pkce: change.pkce ?? before.pkce,
    oib_ground: change.oib_ground ? checkedText('oib_ground', change.oib_ground) : orBefore(change, before),
    trusted_at: since(change.trusted, before.trusted_at),
    foreign_at: since(change.foreign, before.foreign_at),
    ends_at: orKept(change.ends_at, before.ends_at),
    updated_at: at,
  };
  requireMayReach(manager, after);
  requireSoundEnd(after);
  if (isService(after)) requireSoundService(after);
  else requireSound(after, { manager, isLocal });
  return after;
}

const orKept = <Value>(wanted: Value | undefined, was: Value): Value => (wanted === undefined ? was : wanted);

/** Where it reaches: of a service its own member, of others one of `who`. @throws InvalidRequest 422 */
function reachOf(before: Application, { below, who }: ApplicationChange): Application['reach'] {
  if (below !== undefined && !isService(before))
    throw invalidField('body', 'below', 'application', 'Tko ulazi u aplikaciju, kaže `who`.');
  const wanted = isService(before) ? below : who && (who.below ?? false);
  return wanted === undefined ? before.reach : wanted ? 'below' : 'own';
}

/** In a fixed order. @throws InvalidRequest 422 for a scope that this kind of application cannot have */
function scopesOf(application: Application, wanted: Application['scopes']): Application['scopes'] {
  const known = isService(application) ? SERVICE_SCOPES : SCOPES;
  const strange = wanted.find((scope) => !known.some((one) => one === scope));
  if (strange !== undefined)
    throw invalidField('body', 'scopes', 'scope', `Ovakva aplikacija ne može imati ovlast ${strange}.`);
  return known.filter((scope) => scope === 'openid' || wanted.includes(scope));
}

const orBefore = (change: ApplicationChange, before: Application) =>
  change.oib_ground === undefined ? before.oib_ground : null;

function requireSound(application: Application, { manager, isLocal }: Omit<Circumstances, 'at'>): void {
  const { kind, scopes, oib_ground, pkce, tenant_id: owner, tenant_ids: tenants, reach } = application;
  requireFittingAddresses(application);
  for (const member of ['redirect_uris', 'post_logout_redirect_uris'] as const)
    for (const address of application[member]) {
      const flaw = flawOfAddress(address, { kind, isLocal });
      if (flaw !== undefined) throw invalidField('body', member, 'address', `${address}: ${flaw}`);
    }
  const flaw = application.backchannel_logout_uri && flawOfNoticeAddress(application.backchannel_logout_uri);
  if (flaw)
    throw invalidField('body', 'backchannel_logout_uri', 'address', `${application.backchannel_logout_uri}: ${flaw}`);
  if (scopes.includes('oib') && oib_ground === null)
    throw invalidField('body', 'oib_ground', 'missing', 'Navedite zašto aplikacija treba OIB.');
  if (pkce === 'optional' && !keepsSecret(application))
    throw invalidField('body', 'pkce', 'pkce', 'Bez PKCE-a može samo aplikacija koja ima tajnu.');
  const isWithin = (id: TenantId) => id === owner || (reach === 'below' && reachesTenant(manager, id));
  if (owner !== null && tenants?.some((id) => !isWithin(id)))
    throw invalidField('body', 'who', 'tenant', 'U aplikaciju jednog saveza ili kluba ulaze samo njegovi ljudi.');
}

/** A device has no redirect address; all other kinds need one. */
function requireFittingAddresses({ kind, ...application }: Application): void {
  if (kind !== 'device') {
    if (application.redirect_uris.length === 0)
      throw invalidField('body', 'redirect_uris', 'too_few', 'Navedite barem jednu adresu.');
    return;
  }
  for (const member of ['redirect_uris', 'post_logout_redirect_uris'] as const)
    if (application[member].length > 0)
      throw invalidField('body', member, 'address', 'Uređaj bez preglednika nema adresa za povratak.');
}

/** Nobody signs in to a service, so members about people do not apply. */
function requireSoundService(service: Application): void {
  const { tenant_id: owner, redirect_uris, post_logout_redirect_uris, roles, tenant_ids, oib_ground } = service;
  if (owner === null) throw invalidField('body', 'tenant_id', 'missing', 'Usluga pripada jednom savezu ili klubu.');
  const members = {
    redirect_uris: redirect_uris.length > 0,
    post_logout_redirect_uris: post_logout_redirect_uris.length > 0,
    backchannel_logout_uri: service.backchannel_logout_uri !== null,
    who: roles !== null || tenant_ids !== null,
    pkce: service.pkce === 'optional',
    oib_ground: oib_ground !== null,
    trusted: service.trusted_at !== null,
    foreign: service.foreign_at !== null,
  };
  for (const [member, isSet] of Object.entries(members))
    if (isSet) throw invalidField('body', member, 'service', 'Usluga toga nema: u nju se nitko ne prijavljuje.');
}

function requireSoundEnd({ ends_at, created_at }: Application): void {
  if (writtenInstant(ends_at ?? created_at) !== (ends_at ?? created_at))
    throw invalidField('body', 'ends_at', 'instant', 'Takvog vremena nema.');
}

function checkedText(field: string, text: string): string {
  const clean = normalised(text);
  if (clean === '') throw invalidField('body', field, 'missing', 'Ovo je polje obavezno.');
  if (hasUnsafeCharacters(clean)) throw invalidField('body', field, 'text_unsafe', 'Tekst sadrži nedopuštene znakove.');
  return clean;
}
