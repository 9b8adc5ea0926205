import { type TSchema, Type } from 'typebox';
import { invalidField } from '../../platform/http/request-refusal.ts';
import type { FirstProof } from './ways-in.ts';

export type LoginBody = Readonly<Record<string, unknown>>;

/**
 * One schema for the bodies of all ways to sign in. The member that chooses a way (`chosenBy`) selects the schema of that way;
 * of two such members, the one of the earlier way. A body without any is validated as `otherwise`.
 */
export const loginBody = (ways: readonly FirstProof[], otherwise: FirstProof) =>
  Type.Unsafe<LoginBody>(
    ways
      .filter((way) => way !== otherwise)
      .reduceRight<TSchema>(
        // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
        (others, { chosenBy, body }) => ({ if: { required: [chosenBy] }, then: body, else: others }),
        otherwise.body,
      ),
  );

/** The way that a valid body chooses. @throws InvalidRequest (422) when it has proofs for two ways */
export function wayOf(body: LoginBody, ways: readonly FirstProof[], otherwise: FirstProof): FirstProof {
  const [chosen = otherwise, ...others] = ways.filter(({ chosenBy }) => body[chosenBy] !== undefined);
  // A passkey can be the first proof, or the second factor of a pending sign-in.
  const second = others.find(({ chosenBy }) => !(chosenBy in chosen.body.properties));
  if (second === undefined) return chosen;
  throw invalidField('body', second.chosenBy, 'not_allowed', 'Pošaljite samo jedan dokaz.');
}
