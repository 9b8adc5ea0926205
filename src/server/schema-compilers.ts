import { _, Ajv, type AnySchemaObject, type ErrorObject, type FuncKeywordDefinition, type ValidateFunction } from 'ajv';
import buildSerialiser from 'fast-json-stringify';
import type { FastifySchemaCompiler } from 'fastify';
import { serialiserSchema } from './serialiser-schema.ts';

/** Says whether data fits, and what does not. */
interface Validator {
  (data: unknown): boolean;
  errors?: ErrorObject[] | null;
}

/** `maxLengthNfc`: most characters once composed (Unicode NFC). Stands beside `maxLength`, which bounds what is composed. */
const composedLength: FuncKeywordDefinition = {
  keyword: 'maxLengthNfc',
  type: 'string',
  schemaType: 'number',
  validate: (most: number, text: string, beside?: AnySchemaObject) =>
    [...text].length > beside?.maxLength || [...text.normalize('NFC')].length <= most, // one problem, not two
  error: { message: 'too long', params: ({ schema }) => _`{limit: ${schema}}` },
};

/** Of the process: it keeps what it compiled by the schema, which is a constant of its module, however many servers there are. */
const ajv = new Ajv({ coerceTypes: false, useDefaults: true, allErrors: true, strict: false });
ajv.addKeyword(composedLength);

/**
 * A member of the wrong type is refused, never coerced; query and path are text by nature, so `readText` comes first there.
 * All problems are listed at once; bodies are small, and their strings and lists bounded. A schema is compiled when it is
 * first needed: all of them at once take a tenth of a start.
 */
export const validatorCompiler: FastifySchemaCompiler<object> = ({ schema, httpPart }) =>
  compiledLate(() => ajv.compile(schema), httpPart === 'body' ? {} : typesOf(schema));

type Serialiser = (answer: unknown) => string;

const serialisers = new WeakMap<object, Serialiser>();

/** Compiled at the start, so that nobody waits for it, and kept by the schema like the validators. */
export function serialiserCompiler({ schema }: { readonly schema: object }): Serialiser {
  const serialise = serialisers.get(schema) ?? buildSerialiser(serialiserSchema(schema) as object);
  serialisers.set(schema, serialise);
  return serialise;
}

type Types = Readonly<Record<string, string | undefined>>;

const typesOf = ({ properties = {} }: { properties?: Record<string, { type?: string }> }): Types =>
  Object.fromEntries(Object.entries(properties).map(([name, { type }]) => [name, type]));

const WHOLE_NUMBER = /^(?:0|-?[1-9]\d*)$/;

/**
 * What query and path say of numbers and booleans, each in the one spelling it has: whoever stands before us may not read
 * `0x10`, `1e1`, `+5` or `05` as the number that we would.
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
