import type { AnyCaller } from './caller.ts';

/** When a call requires recent authentication: always, or under a condition. */
export type RequiresReauth<Request> = 'always' | ReauthCondition<Request>;

interface ReauthCondition<Request> {
  /** The condition in words, for the documents: `where the role sees or manages others`. */
  readonly when: string;
  /** Evaluated only for callers without recent authentication. `by-handler` when it depends on a file not read yet. */
  readonly applies: 'by-handler' | ((request: Request, caller: AnyCaller) => boolean | Promise<boolean>);
}
