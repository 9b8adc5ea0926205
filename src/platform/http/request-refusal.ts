import type { FastifySchemaValidationError } from 'fastify';
import { type Static, Type } from 'typebox';
import { AppError, type RefusalCode } from '../kernel/app-error.ts';

/** One entry of `detail` in a 422. It never echoes the value, which may be a password. */
type Problem = Readonly<Static<typeof Problem>>;
const Problem = Type.Object({ loc: Type.Array(Type.String()), msg: Type.String(), type: Type.String() });

/** `detail` of a 422. */
export const PROBLEMS = Type.Array(Problem, { description: 'Every problem: where, a text for people, its kind' });

interface ProblemWording {
  readonly type: string;
  readonly msg: (limit: unknown, field: string) => string;
}

const WORDINGS: Readonly<Record<string, ProblemWording>> = {
  required: { type: 'missing', msg: () => 'Ovo je polje obavezno.' },
  type: { type: 'type', msg: () => 'Vrsta podatka nije ispravna.' },
  minLength: { type: 'too_short', msg: tooShort },
  maxLength: { type: 'too_long', msg: (limit) => `Najveći broj znakova: ${limit}.` },
  maxLengthNfc: { type: 'too_long', msg: (limit) => `Najveći broj znakova: ${limit}.` },
  minimum: { type: 'too_small', msg: (limit) => `Najmanja vrijednost: ${limit}.` },
  maximum: { type: 'too_large', msg: (limit) => `Najveća vrijednost: ${limit}.` },
  maxItems: { type: 'too_many', msg: (limit) => `Najviše stavki: ${limit}.` },
  minItems: { type: 'too_few', msg: (limit) => `Najmanje stavki: ${limit}.` },
  enum: { type: 'not_allowed', msg: () => 'Ova vrijednost nije dopuštena.' },
  anyOf: { type: 'not_allowed', msg: () => 'Ova vrijednost nije dopuštena.' },
  const: { type: 'not_allowed', msg: () => 'Ova vrijednost nije dopuštena.' },
};

const OTHER: ProblemWording = { type: 'invalid', msg: () => 'Zapis nije ispravan.' };

/** Says what to do: a number would not help somebody who left a field empty. */
function tooShort(limit: unknown, field: string): string {
  if (field === 'email') return 'Upišite cijelu e-adresu, na primjer ime@klub.hr.';
  return limit === 1 ? 'Ovo je polje obavezno.' : `Najmanji broj znakova: ${limit}.`;
}

/** Ajv's errors in the API's format. `part` is `body`, `query`, `path` or `header`. */
export function problemsFrom(errors: readonly FastifySchemaValidationError[], part: string): Problem[] {
  // A failed `if` is already reported by the error of its `then` or `else`.
  const reported = errors.filter(({ keyword }) => keyword !== 'if');
  return reported.slice(0, 50).map((error) => {
    const { keyword, params, instancePath } = error;
    const path = instancePath.split('/').slice(1).map(unescapedPointer);
    const missing = keyword === 'required' ? [String(params.missingProperty)] : [];
    const wording = WORDINGS[keyword] ?? OTHER;
    return { loc: [part, ...path, ...missing], msg: wording.msg(params.limit, path.at(-1) ?? ''), type: wording.type };
  });
}

/** RFC 6901 §4. */
const unescapedPointer = (token: string): string => token.replaceAll('~1', '/').replaceAll('~0', '~');

/** A refusal whose `detail` lists what is wrong where: a 422, unless the standard of a route has another status for it. */
export class InvalidRequest extends AppError {
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[], cause?: unknown, code: RefusalCode = 'request.invalid') {
    super(code, { cause });
    this.problems = problems;
  }

  refusedAs(code: RefusalCode): InvalidRequest {
    return new InvalidRequest(this.problems, this.cause, code);
  }
}

/** For a rule that a schema cannot express. */
export const invalidField = (
  part: 'body' | 'query' | 'path',
  field: string,
  type: string,
  msg: string,
): InvalidRequest => new InvalidRequest([{ loc: [part, field], msg, type }]);
