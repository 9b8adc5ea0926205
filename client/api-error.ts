/** One invalid field of a request; `loc` is `['body', 'email']`. */
export interface FieldProblem {
  readonly loc: readonly (string | number)[];
  readonly msg: string;
  readonly type: string;
}

/** As openapi.json describes them, if the service answered and no proxy. */
interface ErrorMembers {
  readonly detail?: string | readonly FieldProblem[];
  readonly code?: string;
  readonly request_id?: string;
  readonly count?: number;
  readonly most?: number;
  readonly lock_minutes?: number;
  readonly locked_until?: string;
}

/** The service refused. `code` is stable and for programs, `message` is for people, in Croatian. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly requestId: string;
  /** Filled for a 422, otherwise empty. */
  readonly problems: readonly FieldProblem[];
  /** Seconds from `Retry-After`; undefined when the service sent none. */
  readonly retryAfter: number | undefined;
  readonly lockedUntil: string | undefined;
  /** All members of the answer, such as the `line` of a file. */
  readonly members: Readonly<Record<string, unknown>>;
  /** After a wrong password or code: how many in a row so far, and how many lock the account for how long. */
  readonly tries: { readonly count: number; readonly most: number; readonly minutes: number } | undefined;

  constructor(status: number, members: ErrorMembers, retryAfter: string | null) {
    super(typeof members.detail === 'string' ? members.detail : (members.detail?.[0]?.msg ?? `HTTP ${status}`));
    this.name = 'ApiError';
    this.status = status;
    this.code = members.code ?? '';
    this.requestId = members.request_id ?? '';
    this.problems = typeof members.detail === 'object' ? members.detail : [];
    // A proxy may send a date instead (RFC 9110 §10.2.3); it is ignored because the clock of this machine may be wrong.
    this.retryAfter = /^\d{1,9}$/.test(retryAfter ?? '') ? Number(retryAfter) : undefined;
    this.lockedUntil = members.locked_until;
    this.members = { ...members };
    const { count, most, lock_minutes: minutes } = members;
    const isCounted = count !== undefined && most !== undefined && minutes !== undefined;
    this.tries = isCounted ? { count, most, minutes } : undefined;
  }
}

/** No response: no network, or the service is down. Whether the call took effect is unknown. */
export class NoAnswerError extends Error {
  constructor(cause: unknown) {
    super('The service did not answer', { cause });
    this.name = 'NoAnswerError';
  }
}

/** For a `fetch` that fails. */
export const noAnswer = (cause: unknown): never => {
  throw new NoAnswerError(cause);
};

/** The caller is no longer signed in; `onSignedOut` has been called. */
export class SignedOutError extends Error {
  readonly reason: SignOutReason;

  constructor(reason: SignOutReason) {
    super(`Signed out: ${reason}`);
    this.name = 'SignedOutError';
    this.reason = reason;
  }
}

/** The sign-in page explains `expired` and `unauthorized`; `signed-out` was deliberate, here or in another tab. */
export type SignOutReason = 'expired' | 'unauthorized' | 'signed-out';

/** The error of a failed response, whatever a proxy made of its body. */
export async function errorOf(answer: Response): Promise<ApiError> {
  const members = (await answer.json().catch(() => ({}))) as ErrorMembers | null;
  return new ApiError(answer.status, members ?? {}, answer.headers.get('retry-after'));
}
