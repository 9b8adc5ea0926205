import { hash } from 'node:crypto';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';
import { AppError } from '../../platform/kernel/app-error.ts';
import type { Platform } from '../../platform/room/platform.ts';
import { notifyWithdrawal } from '../../sign-in/sessions/logout-notices/notify-logout.ts';
import type { Application, Scope } from './application.ts';
import {
  type ApplicationConsent,
  dropConsent,
  findApplicationConsent,
  keepConsent,
} from './application-consents-store.ts';
import { findApplication, holdApplication } from './applications-store.ts';
import { dropRecordsOf } from './provider-records-store.ts';
import { placeOf } from './redirect-address.ts';

/** What people are told before they agree. */
export interface ConsentRequest {
  readonly name: string;
  readonly logo: string | null;
  readonly scopes: readonly Scope[];
  /** The ground for reading the OIB, where it is asked for. */
  readonly ground: string | null;
  /** Where they go back to; a device takes them nowhere. */
  readonly place: string | null;
}

export const consentRequestOf = (
  { name, logo, oib_ground: ground }: Pick<Application, 'name' | 'logo' | 'oib_ground'>,
  scopes: readonly Scope[],
  redirectUri?: string,
): ConsentRequest => ({
  name,
  logo,
  scopes,
  ground: scopes.includes('oib') ? ground : null,
  place: redirectUri === undefined ? null : placeOf(redirectUri),
});

/** The page sends it back with the consent, so that nobody agrees to what they were not shown. */
export const digestOfConsentRequest = ({ name, logo, scopes, ground, place }: ConsentRequest): string =>
  hash('sha256', JSON.stringify([name, logo, scopes, ground, place]), 'base64url');

/** The scopes that a consent covers of what is asked; none if another name, place or ground was agreed to. */
export function agreedScopes(consent: ApplicationConsent | undefined, asked: ConsentRequest): readonly Scope[] {
  if (consent === undefined || consent.name !== asked.name) return [];
  if (asked.place !== null && consent.places?.includes(asked.place) !== true) return [];
  return asked.scopes.filter((scope) => wasShown(consent, scope, asked.ground));
}

const wasShown = ({ scopes, oib_ground }: ApplicationConsent, scope: Scope, ground: string | null): boolean =>
  scopes.includes(scope) && (scope !== 'oib' || oib_ground === ground);

export const isAgreedTo = (consent: ApplicationConsent | undefined, asked: ConsentRequest): boolean =>
  consent !== undefined && agreedScopes(consent, asked).length === asked.scopes.length;

/**
 * What is agreed to from now on. What was agreed to for another name, or for hosts of which this is none, was not agreed to for this
 * one: scopes and hosts together must never cover more than was shown.
 */
function joinConsent(
  consent: ApplicationConsent | undefined,
  { name, scopes, ground, place }: Omit<ConsentRequest, 'logo'>,
): Pick<ApplicationConsent, 'name' | 'scopes' | 'oib_ground' | 'places'> {
  const before = consent?.name === name ? consent : undefined;
  const places = before?.places ?? [];
  const isPlaceKnown = place === null || places.includes(place);
  const areScopesKnown = before !== undefined && scopes.every((scope) => wasShown(before, scope, ground));
  const kept = isPlaceKnown ? before : undefined;
  return {
    name,
    scopes: union(kept?.scopes ?? [], scopes),
    oib_ground: scopes.includes('oib') ? ground : (kept?.oib_ground ?? null),
    places: union(areScopesKnown ? places : [], place === null ? [] : [place]),
  };
}

const union = <Item>(...lists: (readonly Item[])[]): Item[] => [...new Set(lists.flat())];

interface Agreement {
  readonly application: Application;
  readonly scopes: readonly Scope[];
  readonly redirectUri?: string;
  /** The digest of what the page showed. */
  readonly shown: string | undefined;
}

/** Records the caller's consent to what they were shown, audited; `changed` if the application asks for something else by now. */
export async function agree(
  tx: Tx,
  call: Call,
  { application: { id }, scopes, redirectUri, shown }: Agreement,
): Promise<'agreed' | 'changed' | 'gone'> {
  const { userId } = call.caller;
  const application = await holdApplication(tx, id);
  if (application === undefined) return 'gone';
  const asked = consentRequestOf(application, scopes, redirectUri);
  if (digestOfConsentRequest(asked) !== shown) return 'changed';
  const before = await findApplicationConsent(tx, userId, id);
  await keepConsent(tx, { user_id: userId, application_id: id, given_at: call.at, ...joinConsent(before, asked) });
  const meta = { application_id: id, name: application.name, scopes };
  await recordAudit(tx, call, { action: 'application.consent', about: 'actor', meta });
  return 'agreed';
}

/** From the commit on the application can read nothing more about the person, in any of their sign-ins. @throws AppError 404 */
export function withdrawConsent(
  { database }: Pick<Platform, 'database'>,
  call: Call,
  applicationId: string,
): Promise<void> {
  const { userId } = call.caller;
  return database.transaction(async (tx) => {
    if (!(await dropConsent(tx, userId, applicationId))) throw new AppError('applications.not_found');
    await dropRecordsOf(tx, { userId, applicationId });
    await notifyWithdrawal(tx, { userId, applicationId }, call.at);
    const name = (await findApplication(tx, applicationId))?.name ?? '';
    const meta = { application_id: applicationId, name };
    await recordAudit(tx, call, { action: 'application.withdraw', about: 'actor', meta });
  });
}
