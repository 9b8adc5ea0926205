/** Why an address was not fetched, or its response was refused. */
export const OUTGOING_PROBLEMS = [
  'address_invalid',
  'address_private',
  'host_unknown',
  'unreachable',
  'certificate',
  'timed_out',
  'redirected',
  'too_large',
] as const;
export type OutgoingProblem = (typeof OUTGOING_PROBLEMS)[number];

export class OutgoingFailure extends Error {
  readonly problem: OutgoingProblem;

  constructor(problem: OutgoingProblem, cause?: unknown) {
    super(`Not fetched: ${problem}`, { cause });
    this.name = 'OutgoingFailure';
    this.problem = problem;
  }
}
