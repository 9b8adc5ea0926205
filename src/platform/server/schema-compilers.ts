import { _, Ajv, type AnySchemaObject, type ErrorObject, type FuncKeywordDefinition, type ValidateFunction } from 'ajv';
import buildSerialiser from 'fast-json-stringify';
import type { FastifySchemaCompiler } from 'fastify';
import type { Static, TSchema } from 'typebox';
import { membersOf } from '../kernel/unchecked.ts';

/** Validates data and lists what is wrong. */
interface Validator {
  (data: unknown): boolean;
  errors?: ErrorObject[] | null;
}

/** `maxLengthNfc`: maximum length after composition (Unicode NFC). `maxLength` beside it bounds the input. */
const composedLength: FuncKeywordDefinition = {
  keyword: 'maxLengthNfc',
  type: 'string',
  schemaType: 'number',
  validate: (most: number, text: string, beside?: AnySchemaObject) =>
    [...text].length > beside?.maxLength || [...text.normalize('NFC')].length <= most, // one problem, not two
  error: { message: 'too long', params: ({ schema }) => _`{limit: ${schema}}` },
};

/** One per process: it caches validators by schema, and schemas are constants of their modules. */
const ajv = new Ajv({ coerceTypes: false, useDefaults: true, allErrors: true, strict: false });
ajv.addKeyword(composedLength);

/**
 * A member of the wrong type is refused, never coerced; query and path are text, so `readText` runs first there. All problems
 * are listed at once, which is safe since strings and lists are bounded. Schemas are compiled on first use: compiling all of
 * them would take a tenth of the start.
 */
export const validatorCompiler: FastifySchemaCompiler<object> = ({ schema, httpPart }) =>
  compiledLate(() => ajv.compile(schema), httpPart === 'body' ? {} : typesOf(schema));

/** Whether a value fits a schema, by the rules for bodies: for JSON inside a form. */
export const fitsSchema = <Schema extends TSchema>(schema: Schema, value: unknown): value is Static<Schema> =>
  ajv.validate(schema, value);

type Serialiser = (answer: unknown) => string;

const serialisers = new WeakMap<object, Serialiser>();

/** Compiled at the first answer, as validators are at the first question, and cached by schema like them. */
export function serialiserCompiler({ schema }: { readonly schema: object }): Serialiser {
  const serialise = serialisers.get(schema) ?? serialisedLate(schema);
  serialisers.set(schema, serialise);
  return serialise;
}

function serialisedLate(schema: object): Serialiser {
  let serialise: Serialiser | undefined;
  return (answer) => {
    serialise ??= buildSerialiser(serialiserSchema(schema));
    return serialise(answer);
  };
}

type Types = Readonly<Record<string, string | undefined>>;

const typesOf = ({ properties = {} }: { properties?: Record<string, { type?: string }> }): Types =>
  Object.fromEntries(Object.entries(properties).map(([name, { type }]) => [name, type]));

const WHOLE_NUMBER = /^(?:0|-?[1-9]\d*)$/;

/**
 * Reads numbers and booleans in query and path in one spelling each: a proxy may not read `0x10`, `1e1`, `+5` or `05`
 * as we would.
 */
function readText(data: Record<string, unknown>, types: Types): void {
  for (const [name, type] of Object.entries(types)) {
    const text = data[name];
    if (typeof text !== 'string') continue;
    if (type === 'integer' && WHOLE_NUMBER.test(text)) data[name] = Number(text);
    if (type === 'boolean' && (text === 'true' || text === 'false')) data[name] = text === 'true';
  }
}

function compiledLate(compile: () => ValidateFunction, types: Types): Validator {
  let compiled: ValidateFunction | undefined;
  const validator: Validator = (data) => {
    compiled ??= compile();
    readText(data as Record<string, unknown>, types);
    const fits = compiled(data);
    validator.errors = compiled.errors ?? null;
    return fits;
  };
  return validator;
}

type Schema = Readonly<Record<string, unknown>>;

/**
 * Rewrites a response schema for the serialiser: `anyOf [X, null]` becomes a nullable X. A union would run a validator for
 * every response, and compile it at the first one while everybody waits.
 */
export function serialiserSchema(schema: object): Schema {
  const { anyOf, ...rest } = membersOf(schema);
  const nullable = nullableOf(anyOf);
  const plain = nullable ? { ...rest, ...nullable } : schema;
  return Object.fromEntries(Object.entries(plain).map(([key, member]) => [key, rewritten(member)]));
}

function rewritten(member: unknown): unknown {
  if (Array.isArray(member)) return member.map(rewritten);
  return typeof member === 'object' && member !== null ? serialiserSchema(member) : member;
}

function nullableOf(anyOf: unknown): Schema | undefined {
  if (!Array.isArray(anyOf) || anyOf.length !== 2) return undefined;
  const [shape, other] = anyOf.map(membersOf);
  const fits = typeof shape?.type === 'string' && shape.type !== 'object' && shape.type !== 'array';
  return fits && other?.type === 'null' ? { ...shape, type: [shape.type, 'null'] } : undefined;
}
