import type { TSchema } from 'typebox';
import '../counters/counters-errors.ts'; // declares refusals that no room lists
import '../database/store-errors.ts';
import type { Route } from '../http/define-route.ts';
import { authErrors } from '../http/http-errors.ts';
import type { FormStatement } from '../http/uploaded-form.ts';
import { type DeclaredRefusal, type RefusalCode, refusalOf } from '../kernel/app-error.ts';
import { staysOpen, turnKindOf } from './caller-turns.ts';
import { describedResponses, refusalComponents } from './described-responses.ts';
import { filtersByTenant, querySchema } from './tenant-query.ts';

type Json = Record<string, unknown>;

/** The API as an OpenAPI 3.1 document, generated from what the routes declare. */
export function openApiDocument(routes: readonly Route[], version: string): Json {
  const paths: Record<string, Json> = {};
  for (const route of routes.toSorted((one, other) => (one.path < other.path ? -1 : 1))) {
    const path = route.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(route) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Iskaznica',
      version,
      description: 'Accounts, sessions and privacy for sports federations and their clubs.',
    },
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: refusalComponents(routes.flatMap(refusalsOf)),
    },
  };
}

/** Every refusal a call of this route can end with, its own first. */
export function refusalsOf(route: Route): DeclaredRefusal[] {
  const { method, access, requiresReauth, limit, request, responses } = route;
  const bearer = access.kind !== 'open';
  const sendsBody = method !== 'GET';
  const isValidated = (sendsBody && !request.handedOver) || request.query !== undefined || request.params !== undefined;
  const candidates: [boolean, RefusalCode[]][] = [
    [true, [...responses.refusals]],
    [bearer && !(access.kind === 'optional' && access.badToken === 'stranger'), Object.values(authErrors)],
    [bearer, ['auth.revoked']], // whoever waits for a turn may have signed out meanwhile
    [bearer && !access.exemptFrom.includes('password-change'), ['password.change_required']],
    [bearer && !access.exemptFrom.includes('enrolment'), ['2fa.enrol_required']],
    [requiresReauth !== undefined, ['reauth.required']],
    [bearer && access.weakestTier < 4, ['access.role']],
    [bearer && access.scope !== undefined, ['access.scope']],
    [bearer, ['access.service']],
    [true, ['request.target', 'request.malformed']],
    [filtersByTenant(route), ['request.tenant']],
    [isValidated, [route.invalid ?? 'request.invalid']],
    [sendsBody, ['request.too_large', 'request.media_type']],
    [limit.kind === 'per-caller' || limit.kind === 'per-address', ['request.too_many']],
    [turnKindOf(route) === 'in-line', ['request.too_many_at_once']],
    [staysOpen(route), ['request.too_many_open']],
    [true, ['server.fault', 'store.unavailable', 'store.lost', 'server.stopping']],
  ];
  return [...new Set(candidates.flatMap(([applies, codes]) => (applies ? codes : [])))].map(refusalOf);
}

/** OpenAPI 3.1 §4.8.30: an empty requirement makes the other one optional. */
const SECURITY = { open: [], bearer: [{ bearer: [] }], optional: [{ bearer: [] }, {}] };

function operationOf(route: Route): Json {
  const { access, request, responses, summary, tag } = route;
  const body = request.form
    ? formBody(request.form)
    : request.body && {
        required: !request.bodyMayBeMissing,
        content: {
          'application/json': { schema: request.body },
          ...(request.bodyMayBeForm ? { 'application/x-www-form-urlencoded': { schema: request.body } } : {}),
        },
      };
  return {
    summary,
    tags: [tag],
    operationId: operationId(route),
    security: SECURITY[access.kind],
    ...describe(route),
    parameters: [...parametersOf(request.params, 'path'), ...parametersOf(querySchema(route), 'query')],
    ...(body ? { requestBody: body } : {}),
    responses: describedResponses(
      [responses.success, ...(responses.accepted ? [responses.accepted] : []), ...(responses.others ?? [])],
      refusalsOf(route),
    ),
  };
}

function describe({ access, requiresReauth }: Route): Json {
  const when = requiresReauth === undefined || requiresReauth === 'always' ? requiresReauth : requiresReauth.when;
  const sentences = [
    ...(access.kind === 'bearer' ? [] : [`Open: ${access.reason}.`]),
    ...(when === undefined ? [] : [`Re-authentication is required ${when}.`]),
    ...(access.kind === 'open' || access.scope === undefined
      ? []
      : [`The scope \`${access.scope}\` opens it to services.`]),
  ];
  return sentences.length === 0 ? {} : { description: sentences.join(' ') };
}

/** OpenAPI 3.1 §4.8.14.3, §4.8.15: a file is a part whose type its encoding names. */
const formBody = ({ mostBytes, mediaTypes, fields = {} }: FormStatement): Json => ({
  required: true,
  description: `The first file of the form counts, whatever its field is called; ${mostBytes} bytes at most.`,
  content: {
    'multipart/form-data': {
      schema: {
        type: 'object',
        properties: {
          ...Object.fromEntries(
            Object.entries(fields).map(([name, description]) => [name, { type: 'string', description }]),
          ),
          file: { type: 'string', contentMediaType: 'application/octet-stream' },
        },
      },
      encoding: { file: { contentType: mediaTypes.join(', ') } },
    },
  },
});

const operationId = ({ method, path }: Route): string =>
  `${method.toLowerCase()}${path.replace(/^\/(api\/)?/, '/').replace(/[^a-z0-9]+([a-z0-9])/gi, (_match, next: string) => next.toUpperCase())}`;

function parametersOf(schema: TSchema | undefined, place: 'path' | 'query'): Json[] {
  const { properties = {}, required = [] } = (schema ?? {}) as {
    properties?: Record<string, TSchema>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }));
}
