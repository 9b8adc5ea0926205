import type { Caller } from './caller.ts';

/** Whether a call needs a caller who has proved lately who they are: every call, or only some. */
export type RequiresReauth<Request> = 'always' | ReauthCondition<Request>;

interface ReauthCondition<Request> {
  /** Which calls, for the documents: `where the role sees or manages others`. */
  readonly when: string;
  /** Asked only of callers without a recent proof. `by-handler` where the answer is inside a file that is still to be read. */
  readonly applies: 'by-handler' | ((request: Request, caller: Caller) => boolean | Promise<boolean>);
}
