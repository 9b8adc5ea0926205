import { AppError, type RefusalCode } from '../kernel/app-error.ts';
import type { Problem } from './validation-problem.ts';

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
