import { type TNumberOptions, Type } from 'typebox';

/** An id in a path, query or body: exact both as PostgreSQL's `bigint` and as a JSON number. */
export const idOf = (options: TNumberOptions = {}) =>
  Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, ...options });

/** The id in the path of a route about one thing. */
export const IdParams = Type.Object({ id: idOf() });
