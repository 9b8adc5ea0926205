import { _, Ajv, type AnySchemaObject, type ErrorObject, type FuncKeywordDefinition, type ValidateFunction } from 'ajv';
import type { FastifySchemaCompiler } from 'fastify';

/** Says whether data fits, and what does not. */
interface Validator {
  (data: unknown): boolean;
  errors?: ErrorObject[] | null;
}

/**
 * Bodies are taken as they are: a member of the wrong type is refused, never coerced. Query and path are text by nature,
 * so numbers in them are read. All problems are listed at once; bodies are small, and their strings and lists bounded.
 * A schema is compiled when it is first needed: all of them at once take a tenth of a start.
 */
export function schemaCompiler(): FastifySchemaCompiler<object> {
  const strict = new Ajv({ coerceTypes: false, useDefaults: true, allErrors: true, strict: false });
  const reading = new Ajv({ coerceTypes: true, useDefaults: true, allErrors: true, strict: false });
  strict.addKeyword(composedLength);
  return ({ schema, httpPart }) => compiledLate(() => (httpPart === 'body' ? strict : reading).compile(schema));
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

function compiledLate(compile: () => ValidateFunction): Validator {
  let compiled: ValidateFunction | undefined;
  const validator: Validator = (data) => {
    compiled ??= compile();
    const fits = compiled(data);
    validator.errors = compiled.errors ?? null;
    return fits;
  };
  return validator;
}
