// engine: both
// Whatever may be changed in parts may be changed in none: nothing happens, and nothing is on record.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { type TestContext, test } from 'node:test';
import { smallPdf } from '../support/archive-fixture.ts';
import { formBody } from '../support/form-body.ts';
import { providerBody } from '../support/oidc-browser.ts';
import { OIDC_ENV, startOidcIssuer } from '../support/oidc-issuer.ts';
import { startTestService, type TestService } from '../support/test-service.ts';

/** Makes what the route changes. Resolves to its address. */
type Make = (service: TestService, token: string, t: TestContext) => Promise<string>;

/** Every route that changes something and requires no member of its body. */
const CHANGES: Readonly<Record<string, Make>> = {
  'put /api/auth/me': async () => '/api/auth/me',
  'put /api/admin/users/{id}': person,
  'patch /api/admin/users/{id}': person,
  'patch /api/admin/users/{id}/memberships/{mid}': async (service, token) => {
    const memberships = `${await person(service)}/memberships`;
    const tenant_id = (await service.addTenant('Klub Neretva')).id;
    const { id } = await made(service, token, memberships, { tenant_id, role: 'member' });
    return `${memberships}/${id}`;
  },
  'patch /api/admin/users/views/{id}': under('/api/admin/users/views', { name: 'Obustavljeni', filter: {} }),
  'put /api/admin/tenants/{id}': under('/api/admin/tenants', { name: 'Klub Cetina', slug: 'cetina' }),
  'put /api/admin/applications/{id}': application,
  'put /api/admin/subscriptions/{id}': async (service, token) => {
    const application_id = (await application(service, token)).split('/').at(-1);
    const push = { application_id, form: 'push', url: 'https://trgovina.example/obavijesti' };
    return `/api/admin/subscriptions/${(await made(service, token, '/api/admin/subscriptions', push)).id}`;
  },
  'put /api/admin/identity-providers/{key}': async (service, token, t) => {
    const issuer = await startOidcIssuer(t, service.clock);
    const { key } = await made(service, token, '/api/admin/identity-providers', providerBody(issuer));
    return `/api/admin/identity-providers/${key}`;
  },
  'put /api/admin/documents/{id}': async (service, token) => {
    const { headers, payload } = formBody([
      { name: 'title', bytes: 'Statut' },
      { bytes: smallPdf({ mark: 'Statut' }), filename: 'statut.pdf', type: 'application/pdf' },
    ]);
    const answer = await service.server.inject({
      method: 'POST',
      url: '/api/admin/documents',
      headers: { ...headers, authorization: `Bearer ${token}` },
      payload,
    });
    assert.equal(answer.statusCode, 201, answer.body);
    return `/api/admin/documents/${answer.json().id}`;
  },
};

function under(path: string, body: object): Make {
  return async (service, token) => `${path}/${(await made(service, token, path, body)).id}`;
}

async function made(service: TestService, token: string, path: string, body: object) {
  const answer = await service.call(`POST ${path}`, { token, body });
  assert.equal(answer.status, 201, answer.text);
  return answer.body;
}

async function person(service: TestService): Promise<string> {
  return `/api/admin/users/${(await service.addPerson({ email: 'ana@example.hr', ime: 'Ana' })).id}`;
}

async function application(service: TestService, token: string): Promise<string> {
  const shop = { name: 'Trgovina', kind: 'web', redirect_uris: ['https://trgovina.example/povratak'] };
  return `/api/admin/applications/${(await made(service, token, '/api/admin/applications', shop)).id}`;
}

interface Operation {
  readonly requestBody?: { readonly content: { readonly 'application/json'?: { readonly schema: Shape } } };
}

interface Shape {
  readonly $ref?: string;
  readonly required?: readonly string[];
  readonly minProperties?: number;
}

test('every route that changes and requires no member is tried below', () => {
  const { paths, components } = JSON.parse(readFileSync('docs/openapi.json', 'utf8'));
  const shapeOf = (shape: Shape): Shape =>
    shape.$ref ? components.schemas[shape.$ref.split('/').at(-1) ?? ''] : shape;
  const found = Object.entries<Record<string, Operation>>(paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([method]) => method === 'put' || method === 'patch')
      .flatMap(([method, { requestBody }]) => {
        const schema = requestBody?.content['application/json']?.schema;
        return schema && !shapeOf(schema).required?.length ? [`${method} ${path}`] : [];
      }),
  );
  assert.deepEqual(found.sort(), Object.keys(CHANGES).sort());
});

for (const [route, make] of Object.entries(CHANGES))
  test(`a change of nothing: ${route}`, async (t) => {
    const service = await startTestService(t, OIDC_ENV);
    await service.addPerson({ email: 'ured@example.hr', role: 'superadmin' });
    const token = await service.tokenOf('ured@example.hr');
    const address = await make(service, token, t);
    await service.audit.forget();
    await service.mails.take();
    const { status, text } = await service.call(`${route.split(' ')[0]?.toUpperCase()} ${address}`, {
      token,
      body: {},
    });
    assert.equal(status, 200, text);
    assert.deepEqual(await service.audit.actions(), []);
    assert.deepEqual(await service.mails.take(), []);
  });
