import { membersOf } from '../kernel/members.ts';

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
