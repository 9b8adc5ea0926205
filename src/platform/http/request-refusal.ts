import { AppError } from '../kernel/app-error.ts';
import type { Problem } from './validation-problem.ts';

/** A 422 whose `detail` lists what is wrong where. */
export class InvalidRequest extends AppError {
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[], cause?: unknown) {
    super('request.invalid', { cause });
    this.problems = problems;
  }
}

/** For a rule that a schema cannot express. */
export const invalidField = (
  part: 'body' | 'query' | 'path',
  field: string,
  type: string,
  msg: string,
): InvalidRequest => new InvalidRequest([{ loc: [part, field], msg, type }]);
