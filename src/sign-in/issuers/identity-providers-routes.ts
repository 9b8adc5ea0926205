import { recordAudit } from '../../platform/audit/record-audit.ts';
import { defineOpenRoute, defineRoute, ok, type Route } from '../../platform/http/define-route.ts';
import { open, permitted } from '../../platform/http/route-access.ts';
import { perAddress, perCaller } from '../../platform/http/route-limit.ts';
import { AppError } from '../../platform/kernel/app-error.ts';
import { minutes } from '../../platform/kernel/durations.ts';
import { callbackUrl } from './identity-provider.ts';
import { findIdentityProvider, listIdentityProviders } from './identity-providers-store.ts';
import * as wire from './identity-providers-wire.ts';
import type { IdentityProvidersDeps } from './issuers-deps.ts';
import { changeIdentityProvider, createIdentityProvider, deleteIdentityProvider } from './manage-identity-providers.ts';

const path = '/api/admin/identity-providers';
const tag = 'Identity providers';
const access = permitted('identity_providers.manage');
const limit = perCaller({ most: 60, within: minutes(1) });
const notFound = 'identity_providers.not_found';

export const identityProvidersRoutes = (deps: IdentityProvidersDeps): Route[] => [
  defineOpenRoute({
    method: 'GET',
    path: '/api/auth/identity-providers',
    summary: 'Identity providers for the sign-in page: names and keys',
    tag,
    access: open('the sign-in page shows them'),
    limit: perAddress({ most: 600, within: minutes(1) }), // a whole school may share one address
    audit: [],
    request: {},
    responses: { success: ok(wire.ProviderChoicesAnswer, 'The same for everybody'), refusals: [] },
    handle: async () => ({
      items: (await listIdentityProviders(deps.database.read)).map(({ key, name }) => ({ key, name })),
    }),
  }),
  defineRoute({
    method: 'GET',
    path,
    summary: 'The identity providers with which people may sign in',
    tag,
    access,
    limit,
    audit: [],
    request: {},
    responses: { success: ok(wire.ProvidersAnswer, 'All of them, by name'), refusals: [] },
    handle: async () => {
      const providers = await listIdentityProviders(deps.database.read);
      return { items: providers.map((provider) => wire.showProvider(provider, deps.publicUrl)) };
    },
  }),
  defineRoute({
    method: 'POST',
    path,
    summary: 'Adds an identity provider',
    tag,
    requiresReauth: 'always',
    access,
    limit,
    audit: ['identity_provider.create'],
    request: { body: wire.ProviderBody },
    responses: {
      success: { status: 201, description: 'Added', schema: wire.ProviderAnswer },
      refusals: ['identity_providers.taken', 'identity_providers.too_many'],
    },
    handle: async ({ body, call }) => wire.showProvider(await createIdentityProvider(deps, call, body), deps.publicUrl),
  }),
  defineRoute({
    method: 'PUT',
    path: `${path}/:key`,
    summary: 'Changes the members sent; a secret that is not sent stays',
    tag,
    requiresReauth: 'always',
    access,
    limit,
    audit: ['identity_provider.update'],
    request: { params: wire.ProviderKeyParams, body: wire.ProviderChangeBody },
    responses: {
      success: ok(wire.ProviderAnswer, 'Changed'),
      refusals: [notFound, 'identity_providers.issuer_fixed'],
    },
    handle: async ({ params: { key }, body, call }) =>
      wire.showProvider(await changeIdentityProvider(deps, call, key, body), deps.publicUrl),
  }),
  defineRoute({
    method: 'DELETE',
    path: `${path}/:key`,
    summary: 'Removes an identity provider, and every link of an account to it',
    tag,
    requiresReauth: 'always',
    access,
    limit,
    audit: ['identity_provider.delete'],
    request: { params: wire.ProviderKeyParams },
    responses: { success: { status: 204, description: 'Removed' }, refusals: [notFound] },
    handle: ({ params: { key }, call }) => deleteIdentityProvider(deps, call, key),
  }),
  testRoute(deps),
];

const testRoute = ({ database, issuers, publicUrl }: IdentityProvidersDeps): Route =>
  defineRoute({
    method: 'POST',
    path: `${path}/:key/test`,
    summary: 'Tests the connection: discovery, keys, and whether the issuer knows us',
    tag,
    access,
    limit: perCaller({ most: 20, within: minutes(10) }),
    audit: ['identity_provider.test'],
    request: { params: wire.ProviderKeyParams },
    responses: { success: ok(wire.ProviderTestAnswer, 'What works, and what does not'), refusals: [notFound] },
    handle: async ({ params, call }) => {
      const provider = await findIdentityProvider(database.read, params.key);
      if (provider === undefined) throw new AppError(notFound);
      const checks = await issuers.check(provider, callbackUrl(publicUrl, provider.key));
      const problem = checks.find(({ ok }) => !ok)?.problem ?? undefined;
      const { key, issuer } = provider;
      const meta = { key, issuer, ok: problem === undefined, ...(problem ? { problem } : {}) };
      await database.transaction((tx) => recordAudit(tx, call, { action: 'identity_provider.test', meta }));
      return { ok: meta.ok, checks };
    },
  });
