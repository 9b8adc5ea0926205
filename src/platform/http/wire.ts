import { type TSchema, type TSchemaOptions, Type } from 'typebox';
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
