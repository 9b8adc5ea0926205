import { hash } from 'node:crypto';
import { Type } from 'typebox';
import { defineOpenRoute, ok, type Route } from '../http/define-route.ts';
import { fixedAnswer } from '../http/fixed-answer.ts';
import { serverErrors } from '../http/http-errors.ts';
import { keepForAMinute } from '../http/response-headers.ts';
import { open } from '../http/route-access.ts';
import { unlimited } from '../http/route-limit.ts';
import { AppError } from '../kernel/app-error.ts';
import { joined } from '../kernel/joined.ts';
import type { Keyring } from '../keys/keyring.ts';
import { apiDocsPage, apiDocsStyle } from './api-docs-page.ts';
import { openApiDocument } from './openapi.ts';

const tag = 'Service';
const cheap = unlimited('costs next to nothing and tells nothing secret');
const Status = Type.Object({ status: Type.String() }, { title: 'Status' });

export interface ServiceDeps {
  readonly keys: Keyring;
  readonly version: string;
  /** Every check that must pass before requests make sense: store, counters. */
  readonly readiness: readonly (() => Promise<void>)[];
}

/** Health, public keys and the description of the API. `routes` is asked for late: it includes these. */
export const serviceRoutes = ({ keys, version, readiness }: ServiceDeps, routes: () => readonly Route[]): Route[] => [
  ...healthRoutes(readiness),
  defineOpenRoute({
    method: 'GET',
    path: '/.well-known/jwks.json',
    summary: 'Public keys that verify access tokens (RFC 7517), replaced ones included while needed',
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
        keys: keys
          .published()
          .map(({ kid, publicKey }) => ({ ...publicKey.export({ format: 'jwk' }), kid, use: 'sig', alg: 'EdDSA' })),
      };
    },
  }),
  ...descriptionRoutes(version, routes),
];

function healthRoutes(readiness: ServiceDeps['readiness']): Route[] {
  const checkAll = joined(() => Promise.all(readiness.map((check) => check())));
  const common = {
    method: 'GET',
    tag,
    access: open('asked by load balancers'),
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
      summary: 'The node can serve: its store and counters answer',
      responses: { success: ok(Status, 'Ready'), refusals: [serverErrors['server.not_ready']] },
      handle: async () => {
        await checkAll().catch((cause: unknown) => {
          throw new AppError(serverErrors['server.not_ready'], { cause, headers: { 'retry-after': '2' } });
        });
        return { status: 'ok' };
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
        success: { status: 200, description: 'An OpenAPI document', mediaType: 'application/json' },
        refusals: [],
      },
      handle: ({ reply }) => {
        keepForAMinute(reply);
        return description.send(reply);
      },
    }),
    defineOpenRoute({
      ...common,
      path: '/api/docs',
      summary: 'The same as a page',
      responses: { success: { status: 200, description: 'A page', mediaType: 'text/html' }, refusals: [] },
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
