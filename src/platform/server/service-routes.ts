import { hash, type KeyObject } from 'node:crypto';
import { type Static, Type } from 'typebox';
import { defineOpenRoute, NOT_MODIFIED, ok, okFile, type Route } from '../http/define-route.ts';
import { fixedAnswer } from '../http/fixed-answer.ts';
import { keepForAMinute } from '../http/response-headers.ts';
import { open } from '../http/route-access.ts';
import { unlimited } from '../http/route-limit.ts';
import { choice } from '../http/wire.ts';
import { AppError } from '../kernel/app-error.ts';
import { seconds } from '../kernel/durations.ts';
import type { Keyring } from '../keys/keyring.ts';
import { apiDocsPage, apiDocsStyle } from './api-docs-page.ts';
import { openApiDocument } from './openapi.ts';
import { PARTS, type Readiness } from './readiness.ts';
import { ScopesAnswer, scopesOfRoutes } from './routes-by-scope.ts';

const tag = 'Service';
const cheap = unlimited('costs next to nothing and tells nothing secret');
const Status = Type.Object({ status: Type.String() }, { title: 'Status' });
const State = choice(['ok', 'away']);
const Ready = Type.Object(
  { status: Type.String(), ...Object.fromEntries(PARTS.map((part) => [part, State])) },
  { title: 'Readiness' },
);

export interface ServiceDeps {
  readonly keys: Keyring;
  readonly version: string;
  readonly readiness: Readiness;
}

/** Health, public keys and the API description. `routes` is called late, since it includes these. */
export const serviceRoutes = ({ keys, version, readiness }: ServiceDeps, routes: () => readonly Route[]): Route[] => [
  ...healthRoutes(readiness),
  defineOpenRoute({
    method: 'GET',
    path: '/.well-known/jwks.json',
    withoutTurn: 'every verifier depends on it, and it comes from memory',
    summary: 'Public keys that verify access tokens and ID tokens (RFC 7517), replaced ones included while needed',
    tag,
    access: open('public keys are public'),
    limit: cheap,
    audit: [],
    request: {},
    responses: {
      success: ok(Type.Object({ keys: Type.Array(Type.Object({}, { additionalProperties: true })) }), 'A JWK set'),
      refusals: [],
    },
    handle: async ({ reply }) => {
      keepForAMinute(reply);
      return {
        keys: [
          ...keys.published().map((key) => jwkOf(key, 'EdDSA')),
          ...keys.idTokenKeys().map((key) => jwkOf(key, 'RS256')),
        ],
      };
    },
  }),
  ...descriptionRoutes(version, routes),
];

const jwkOf = ({ kid, publicKey }: { kid: string; publicKey: KeyObject }, alg: string) => ({
  ...publicKey.export({ format: 'jwk' }),
  kid,
  use: 'sig',
  alg,
});

function healthRoutes(readiness: ServiceDeps['readiness']): Route[] {
  const common = {
    method: 'GET',
    tag,
    access: open('asked by load balancers'),
    withoutTurn: 'a busy node must not look like a dead one',
    limit: cheap,
    audit: [],
    request: {},
  } as const;
  return [
    defineOpenRoute({
      ...common,
      path: '/health/live',
      summary: 'The process runs',
      responses: { success: ok(Status, 'Alive'), refusals: [] },
      handle: async () => ({ status: 'ok' }),
    }),
    defineOpenRoute({
      ...common,
      path: '/health/ready',
      // If every node were taken out for a shared dependency, clients would get the load balancer's own error.
      summary: 'Whether the node wants requests: from its start until it drains. The body tells what they share',
      responses: { success: ok(Ready, 'Ready'), refusals: ['server.not_ready'] },
      handle: async () => {
        if (readiness.isDraining()) throw new AppError('server.not_ready', { retryAfter: seconds(2) });
        return { status: 'ok', ...(await readiness.check()) };
      },
    }),
  ];
}

function descriptionRoutes(version: string, routes: () => readonly Route[]): Route[] {
  const styleHash = hash('sha256', apiDocsStyle, 'base64');
  const description = fixedAnswer('application/json; charset=utf-8', () =>
    JSON.stringify(openApiDocument(routes(), version)),
  );
  const page = fixedAnswer('text/html; charset=utf-8', () => apiDocsPage(routes()));
  const scopes = fixedAnswer('application/json; charset=utf-8', () =>
    JSON.stringify({ items: scopesOfRoutes(routes()) } satisfies Static<typeof ScopesAnswer>),
  );
  const common = {
    method: 'GET',
    tag,
    access: open('the API is described to everybody'),
    limit: cheap,
    audit: [],
    request: {},
  } as const;
  return [
    defineOpenRoute({
      ...common,
      path: '/api/openapi.json',
      summary: 'This description (OpenAPI 3.1)',
      responses: {
        success: ok(Type.Object({}, { additionalProperties: true }), 'An OpenAPI document'),
        others: [NOT_MODIFIED],
        refusals: [],
      },
      handle: ({ reply }) => {
        keepForAMinute(reply);
        return description.send(reply);
      },
    }),
    defineOpenRoute({
      ...common,
      path: '/api/scopes',
      summary: 'Which routes each scope opens to services',
      responses: { success: ok(ScopesAnswer, 'Every scope'), others: [NOT_MODIFIED], refusals: [] },
      handle: ({ reply }) => {
        keepForAMinute(reply);
        return scopes.send(reply);
      },
    }),
    defineOpenRoute({
      ...common,
      path: '/api/docs',
      summary: 'The same as a page',
      responses: { success: okFile(['text/html'], 'A page'), others: [NOT_MODIFIED], refusals: [] },
      handle: ({ reply }) => {
        keepForAMinute(reply);
        reply.header(
          'content-security-policy',
          `default-src 'none'; style-src 'sha256-${styleHash}'; frame-ancestors 'none'; base-uri 'none'`,
        );
        return page.send(reply);
      },
    }),
  ];
}
