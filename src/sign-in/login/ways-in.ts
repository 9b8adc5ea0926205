import type { FastifyReply } from 'fastify';
import type { Static, TObject, TProperties } from 'typebox';
import type { AuditAction } from '../../platform/audit/audit-actions.ts';
import type { AuditedCall } from '../../platform/audit/audit-context.ts';
import type { Route } from '../../platform/http/define-route.ts';
import type { ErrorDefinition } from '../../platform/kernel/app-error.ts';
import { type BrowserBefore, browserBefore } from './browser-before.ts';
import type { ResumedWay, SecondFactor, SecondHalf } from './second-factor.ts';
import type { SignInDeps } from './sign-in-deps.ts';

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
  readonly refusals: readonly ErrorDefinition[];
  /** For a way that may answer `Accepted`: what it does then. */
  readonly accepted?: Accepting;
  /** Answers as every sign-in does (`answerSignIn`), or throws. */
  readonly enter: (deps: SignInDeps, request: LoginCall<Static<Body>>) => Promise<unknown>;
}

/** Where rooms add their ways to sign in. Complete once every room is open, so read it late. */
export interface WaysIn extends SecondHalf, BrowserBefore {
  readonly firstProofs: () => readonly FirstProof[];
  readonly addFirstProof: <Properties extends TProperties>(way: FirstProof<TObject<Properties>>) => void;
  readonly addSecondFactor: (factor: SecondFactor) => void;
  readonly addResumed: (name: string, way: ResumedWay) => void;
}

export function waysIn(): WaysIn {
  const proofs: FirstProof[] = [];
  const factors: SecondFactor[] = [];
  const resumed = new Map<string, ResumedWay>();
  return {
    ...browserBefore(),
    firstProofs: () => proofs,
    addFirstProof: (way) => void proofs.push(way as unknown as FirstProof), // the route checks a body by the way's own schema
    secondFactors: () => factors,
    addSecondFactor: (factor) => void factors.push(factor),
    findResumed: (name) => resumed.get(name),
    addResumed: (name, way) => void resumed.set(name, way),
  };
}
