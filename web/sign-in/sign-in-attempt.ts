import type { SecondStep } from '../../client/wire-types.ts';
import type { HowSignedIn } from '../auth/just-signed-in.ts';

/** The fields of the first step. */
export interface Credentials {
  readonly email: string;
  readonly password: string;
}

/** A refusal, and until when another attempt is pointless (milliseconds since 1970; 0 when it is not). */
export interface Refusal {
  readonly error: unknown;
  readonly waitUntil: number;
}

/** A second step that is awaited, and how the first was done. */
export type SecondOf = SecondStep & { readonly first: HowSignedIn };
