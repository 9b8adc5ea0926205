import type { FastifyReply } from 'fastify';
import type { Static, TObject, TProperties } from 'typebox';
import type { AuditAction } from '../../platform/audit/audit-actions.ts';
import type { AuditedCall } from '../../platform/audit/audit-context.ts';
import type { Route } from '../../platform/http/define-route.ts';
import type { RefusalCode } from '../../platform/kernel/app-error.ts';
import type { ResumedWay, SecondFactor, SecondHalf } from './second-factor.ts';
import type { BrowserBefore, EndBefore, SignInDeps } from './sign-in-deps.ts';

/** A call of `POST /api/auth/login`. */
export interface LoginCall<Body> {
  readonly body: Body;
  readonly call: AuditedCall;
  readonly limitKey: string;
  /** Aborted when the client has gone. */
  readonly left: AbortSignal;
  readonly reply: FastifyReply;
}

type Accepting = NonNullable<Route['responses']['accepted']>;

/** A way to begin a sign-in. */
export interface FirstProof<Body extends TObject = TObject> {
  readonly name: string;
  /** The member of a body whose presence chooses this way. */
  readonly chosenBy: string;
  readonly body: Body;
  readonly audit: readonly AuditAction[];
  readonly refusals: readonly RefusalCode[];
  /** For a way that may answer `Accepted`: what it does then. */
  readonly accepted?: Accepting;
  /** Answers as every sign-in does (`answerSignIn`), or throws. */
  readonly enter: (deps: SignInDeps, request: LoginCall<Static<Body>>) => Promise<unknown>;
}

/** A way whose bodies are checked by its own schema. */
export const firstProof = <Properties extends TProperties>(way: FirstProof<TObject<Properties>>): FirstProof =>
  way as unknown as FirstProof; // the route checks a body by the way's own schema

/** What a room contributes to signing in. */
export interface SignInContribution {
  readonly firstProofs?: readonly FirstProof[];
  readonly secondFactors?: readonly SecondFactor[];
  /** By the name of the way. */
  readonly resumed?: Readonly<Record<string, ResumedWay>>;
  /** Ends what a browser keeps of a sign-in, when another replaces it. */
  readonly endBefore?: (reply: FastifyReply) => EndBefore;
}

declare module '../../platform/room/contributions.ts' {
  interface Contributions {
    readonly signIn: SignInContribution;
  }
}

/** The ways to sign in of all rooms. Complete once every room is open, so read it late. */
export interface WaysIn extends SecondHalf, BrowserBefore {
  readonly firstProofs: () => readonly FirstProof[];
}

export const waysIn = (contributed: () => readonly SignInContribution[]): WaysIn => ({
  firstProofs: () => contributed().flatMap(({ firstProofs = [] }) => firstProofs),
  secondFactors: () => contributed().flatMap(({ secondFactors = [] }) => secondFactors),
  findResumed: (name) => contributed().find(({ resumed = {} }) => Object.hasOwn(resumed, name))?.resumed?.[name],
  endBefore: (reply) => {
    const ends = contributed().flatMap(({ endBefore }) => endBefore?.(reply) ?? []);
    return async (tx, call) => {
      for (const end of ends) await end(tx, call);
    };
  },
});
