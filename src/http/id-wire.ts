import { type TNumberOptions, Type } from 'typebox';

/** An id of ours in a path, query or body: what PostgreSQL's `bigint` and a number of JSON both hold exactly. */
export const idOf = (options: TNumberOptions = {}) =>
  Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, ...options });

/** The id in the path of a route about one thing. */
export const IdParams = Type.Object({ id: idOf() });
