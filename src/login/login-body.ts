import { type TSchema, Type } from 'typebox';
import { invalidField } from '../http/request-refusal.ts';
import type { FirstProof } from '../sign-in/ways-in.ts';

export type LoginBody = Readonly<Record<string, unknown>>;

/**
 * One schema for the bodies of all ways: the member that chooses a way asks for the rest of it; of two the earlier way
 * asks. A body that chooses none is asked for what `otherwise` takes.
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

/** The way that a valid body chooses. @throws InvalidRequest (422) for the proofs of two */
export function wayOf(body: LoginBody, ways: readonly FirstProof[], otherwise: FirstProof): FirstProof {
  const [chosen = otherwise, ...others] = ways.filter(({ chosenBy }) => body[chosenBy] !== undefined);
  // A passkey is a first proof, or the second one of what is pending.
  const second = others.find(({ chosenBy }) => !(chosenBy in chosen.body.properties));
  if (second === undefined) return chosen;
  throw invalidField('body', second.chosenBy, 'not_allowed', 'Pošaljite samo jedan dokaz.');
}
