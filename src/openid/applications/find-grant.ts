import type { Grant, KoaContextWithOIDC } from 'oidc-provider';
import type { Db } from '../../platform/database/database.ts';
import { isScope } from './application.ts';
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
