import { type TObject, type TSchema, Type } from 'typebox';
import type { RouteAnswer } from '../http/define-route.ts';
import type { DeclaredRefusal } from '../kernel/app-error.ts';

type Json = Record<string, unknown>;

/** A description of a status, with the schema of each type of body. */
interface Described {
  readonly status: number;
  readonly description: string;
  readonly content: Readonly<Record<string, Json>>;
}

/** The responses of an operation by status: successes, whatever else it answers, and refusals. */
export function describedResponses(answers: readonly RouteAnswer[], refusals: readonly DeclaredRefusal[]): Json {
  const byStatus = Map.groupBy([...answers.map(describedAnswer), ...describedRefusals(refusals)], ({ status }) =>
    String(status),
  );
  return Object.fromEntries([...byStatus].map(([status, described]) => [status, together(described)]));
}

/** OpenAPI 3.1 §4.8.14.3: a raw body that is no text has no schema. */
const describedAnswer = ({ status, description, schema, mediaTypes = [] }: RouteAnswer): Described => ({
  status,
  description,
  content: {
    ...(schema ? { 'application/json': { schema } } : {}),
    ...Object.fromEntries(
      mediaTypes.map((type) => [type, type.startsWith('text/') ? { schema: { type: 'string' } } : {}]),
    ),
  },
});

function describedRefusals(refusals: readonly DeclaredRefusal[]): Described[] {
  const byStatus = Map.groupBy(refusals, ({ status }) => status);
  return [...byStatus].map(([status, definitions]) => ({
    status,
    description: definitions.map(({ code }) => `\`${code}\``).join(', '),
    content: { 'application/json': { schema: anyOf(refusalSchemas(definitions)) } },
  }));
}

/** Refusals without members of their own share one schema. */
function refusalSchemas(definitions: readonly DeclaredRefusal[]): Json[] {
  const plain = definitions.filter(({ members }) => members === undefined).map(({ code }) => code);
  const own = definitions.filter(({ members }) => members !== undefined);
  return [
    ...(plain.length > 0 ? [{ ...reference('Error'), properties: { code: { enum: plain } } }] : []),
    ...own.map(({ code }) => reference(code)),
  ];
}

const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });

const anyOf = (schemas: readonly Json[]): Json =>
  schemas.length === 1 && schemas[0] ? schemas[0] : { anyOf: schemas };

function together(described: readonly Described[]): Json {
  const types = Map.groupBy(
    described.flatMap(({ content }) => Object.entries(content)),
    ([type]) => type,
  );
  const content = [...types].map(([type, entries]) => {
    const schemas = entries.flatMap(([, { schema }]) => (schema === undefined ? [] : [schema as Json]));
    return [type, schemas.length === 0 ? {} : { schema: anyOf(schemas) }];
  });
  return {
    description: described.map(({ description }) => description).join('; '),
    ...(content.length > 0 ? { content: Object.fromEntries(content) } : {}),
  };
}

const common = {
  detail: Type.String({ description: 'A text for people, in Croatian' }),
  code: Type.String({ description: 'Stable; see docs/errors.md' }),
  request_id: Type.String(),
};

/** The schemas of bodies of refusals by name: `Error`, and those with members of their own by code. */
export function refusalComponents(definitions: Iterable<DeclaredRefusal>): Readonly<Record<string, TSchema>> {
  const own = [...new Set(definitions)].filter(({ members }) => members !== undefined);
  const entries = own.map((definition) => [definition.code, schemaOf(definition)] as const);
  return {
    Error: Type.Object(common),
    ...Object.fromEntries(entries.toSorted(([one], [other]) => (one < other ? -1 : 1))),
  };
}

const schemaOf = ({ code, members, when }: DeclaredRefusal): TObject =>
  Type.Object({ ...common, code: Type.Literal(code), ...members }, { description: when });
