import { Ajv, type ValidateFunction } from 'ajv';
import type { Route } from '../../src/platform/http/define-route.ts';
import { openApiDocument } from '../../src/platform/server/openapi.ts';
import { branchFor, type Components, closedSchema, type Schema } from './closed-schema.ts';

/** An answer as it is sent. */
export interface Sent {
  readonly status: number;
  readonly type: string | undefined;
  /** Only a string or a buffer is read; of a stream the type alone counts. */
  readonly body: unknown;
  /** A compressed body is not read, and an answer to HEAD has none. */
  readonly isRead: boolean;
}

interface Operation {
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, { schema?: Schema }>> }>>;
  readonly schemas: Components;
}

/** What of an answer its route's description does not have: its status, its type, members. */
export function undescribedParts(route: Route, { status, type, body, isRead }: Sent): string[] {
  const { responses, schemas } = operationOf(route);
  const response = responses[status];
  if (response === undefined) return [`is not described: ${type} ${codeOf(body)}`];
  const { content } = response;
  if (body === undefined || body === null || textOf(body) === '')
    return content === undefined || !isRead ? [] : ['has no body'];
  const mediaType = type?.replace(/;.*/, '') ?? '';
  const described = content?.[mediaType];
  if (described === undefined) return [`has a body of type ${type}`];
  const text = isRead && mediaType === 'application/json' ? textOf(body) : undefined;
  return described.schema === undefined || text === undefined ? [] : misfits(described.schema, schemas, text);
}

function misfits(schema: Schema, components: Components, text: string): string[] {
  const value: unknown = JSON.parse(text);
  const fits = validatorOf(branchFor(schema, components, value), components);
  if (fits(value)) return [];
  const errors = fits.errors ?? [];
  return errors.map(({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`);
}

const operations = new WeakMap<Route, Operation>();

function operationOf(route: Route): Operation {
  const known = operations.get(route);
  if (known !== undefined) return known;
  const { paths, components } = openApiDocument([route], '') as unknown as {
    paths: Record<string, Record<string, Pick<Operation, 'responses'>>>;
    components: Pick<Operation, 'schemas'>;
  };
  const { responses = {} } = Object.values(paths).flatMap((methods) => Object.values(methods))[0] ?? {};
  const operation = { responses, schemas: components.schemas };
  operations.set(route, operation);
  return operation;
}

/** By which a refusal of ours, or of RFC 6749, is recognised. */
const codeOf = (body: unknown): string => /"(?:code|error)":"([\w.]+)"/.exec(textOf(body) ?? '')?.[1] ?? '';

const textOf = (body: unknown): string | undefined =>
  typeof body === 'string' ? body : body instanceof Uint8Array ? Buffer.from(body).toString() : undefined;

const validators = new WeakMap<Schema, ValidateFunction>();
const ajv = new Ajv({
  strict: false,
  formats: { 'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/, uri: /^\w+:\S+$/ },
});

/** Each schema is compiled once. */
function validatorOf(schema: Schema, components: Components): ValidateFunction {
  const known = validators.get(schema);
  if (known !== undefined) return known;
  const compiled = ajv.compile(closedSchema(schema, components));
  validators.set(schema, compiled);
  return compiled;
}
