import type { FastifySchemaValidationError } from 'fastify';

/** One entry of `detail` in an answer 422. It never echoes the value: it may be a password. */
export interface Problem {
  readonly loc: readonly string[];
  readonly msg: string;
  readonly type: string;
}

interface Wording {
  readonly type: string;
  readonly msg: (limit: unknown) => string;
}

const WORDINGS: Readonly<Record<string, Wording>> = {
  required: { type: 'missing', msg: () => 'Ovo je polje obavezno.' },
  type: { type: 'type', msg: () => 'Vrsta podatka nije ispravna.' },
  minLength: { type: 'too_short', msg: (limit) => `Najmanji broj znakova: ${limit}.` },
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

const OTHER: Wording = { type: 'invalid', msg: () => 'Zapis nije ispravan.' };

/** What Ajv found, in the form that the API promises. `part` is `body`, `query`, `path` or `header`. */
export function problemsFrom(errors: readonly FastifySchemaValidationError[], part: string): Problem[] {
  return errors.slice(0, 50).map((error) => {
    const { keyword, params, instancePath } = error as FastifySchemaValidationError & {
      params: Record<string, unknown>;
    };
    const path = instancePath.split('/').slice(1).map(unescapedPointer);
    const missing = keyword === 'required' ? [String(params.missingProperty)] : [];
    const wording = WORDINGS[keyword] ?? OTHER;
    return { loc: [part, ...path, ...missing], msg: wording.msg(params.limit), type: wording.type };
  });
}

/** RFC 6901 §4. */
const unescapedPointer = (token: string): string => token.replaceAll('~1', '/').replaceAll('~0', '~');
