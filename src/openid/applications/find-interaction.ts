import type { IncomingMessage, ServerResponse } from 'node:http';
import { AppError } from '../../platform/kernel/app-error.ts';
import { type Instant, nowOf } from '../../platform/kernel/clock.ts';
import { canonicalEmail } from '../../platform/kernel/email-address.ts';
import { type Application, isScope, type Scope } from './application.ts';
import { consentRequestOf } from './application-consents.ts';
import { findApplication } from './applications-store.ts';
import type { ApplicationsDeps } from './provider-host.ts';
import { findRecord } from './provider-records-store.ts';
import { isStillAllowed, reliedOnBy } from './still-allowed.ts';

export interface Browser {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** A sign-in to an application that is waiting for the person. */
export type FoundInteraction = Awaited<ReturnType<typeof findInteraction>>;

/**
 * Only for the browser that began it: a person who follows an attacker's link must not complete the attacker's sign-in (RFC 9700
 * §4.7).
 * @throws AppError 404 `applications.interaction_gone`
 */
export async function findInteraction(deps: ApplicationsDeps, uid: string, { request, response }: Browser) {
  const { database, clock, host } = deps;
  const provider = await host.provider();
  const { cookies } = provider.createContext(request, response);
  if (cookies.get(provider.cookieName('interaction'), { signed: true }) !== uid) throw gone();
  const interaction = await provider.Interaction.find(uid);
  const record = await findRecord(database.read, 'Interaction', uid, nowOf(clock));
  const application = interaction && (await findApplication(database.read, String(interaction.params.client_id)));
  if (interaction === undefined || record === undefined || application === undefined) throw gone();
  if (!isStillAllowed(application, reliedOnBy(interaction.params))) throw gone();
  const requested = requestedParamsOf(interaction.params, record.created_at, application);
  const redirectUri = String(interaction.params.redirect_uri);
  const asked = consentRequestOf(application, requested.scopes, redirectUri);
  return { interaction, application, redirectUri, asked, ...requested };
}

export const gone = () => new AppError('applications.interaction_gone');

/** An address as it is stored, whatever the application copied along. */
const hintOf = (hint: string | null) => hint && (canonicalEmail(hint) ?? hint);

/** The requested scopes that the application is registered for. */
function requestedParamsOf(params: Readonly<Record<string, unknown>>, askedAt: Instant, { scopes: own }: Application) {
  const words = (name: string): string[] => String(params[name] ?? '').split(' ');
  const scopes: Scope[] = words('scope').filter(isScope);
  const maxAge = params.max_age === undefined ? undefined : Number(params.max_age);
  const textOf = (name: string) => (typeof params[name] === 'string' ? params[name] : null);
  return {
    askedAt,
    scopes: scopes.filter((scope) => own.includes(scope)),
    prompts: words('prompt'),
    maxAge,
    loginHint: hintOf(textOf('login_hint')),
    language: textOf('ui_locales'),
  };
}
