import { type TNumberOptions, type TSchema, type TSchemaOptions, Type } from 'typebox';
import type { Instant } from '../kernel/clock.ts';

/** One of these strings, typed as their union, so that wire, code and client agree. */
export const choice = <const Choices extends readonly string[]>(choices: Choices, options: TSchemaOptions = {}) =>
  Type.Unsafe<Choices[number]>({ type: 'string', enum: [...choices], ...options });

const nullable = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);

export const nullableText = nullable(Type.String());

/** RFC 3339, in UTC, to the millisecond. */
export const instant = Type.Unsafe<Instant>({ type: 'string', format: 'date-time' });

export const nullableInstant = nullable(instant);

/** Success, with a sentence for the person. */
export const DetailAnswer = Type.Object({ detail: Type.String() }, { title: 'Detail' });

/** An id in a path, query or body: exact both as PostgreSQL's `bigint` and as a JSON number. */
export const idOf = (options: TNumberOptions = {}) =>
  Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, ...options });

/** The id in the path of a route about one thing. */
export const IdParams = Type.Object({ id: idOf() });

export const PeopleSearched = Type.Optional(
  Type.String({
    maxLength: 254,
    description:
      'Beginnings of words of a person, without diacritics, three digits of their telephone number and more, or the beginning of the e-mail address',
  }),
);
