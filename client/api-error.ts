/** One problem of a request, as the service names it: `loc` is `['body', 'email']`. */
export interface FieldProblem {
  readonly loc: readonly (string | number)[];
  readonly msg: string;
  readonly type: string;
}

interface ErrorMembers {
  readonly detail?: string | readonly FieldProblem[];
  readonly code?: string;
  readonly request_id?: string;
  readonly locked_until?: string;
}

/** The service refused. `code` is stable and meant for programs, `message` is for people and in Croatian. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly requestId: string;
  /** Of a 422; else empty. */
  readonly problems: readonly FieldProblem[];
  /** Seconds, from `Retry-After`; undefined where the service named none. */
  readonly retryAfter: number | undefined;
  readonly lockedUntil: string | undefined;

  constructor(status: number, members: ErrorMembers, retryAfter: string | null) {
    super(typeof members.detail === 'string' ? members.detail : (members.detail?.[0]?.msg ?? `HTTP ${status}`));
    this.name = 'ApiError';
    this.status = status;
    this.code = members.code ?? '';
    this.requestId = members.request_id ?? '';
    this.problems = typeof members.detail === 'object' ? members.detail : [];
    // A proxy may answer with a date instead (RFC 9110 §10.2.3); the clock of this machine may be wrong, so it is left out.
    this.retryAfter = /^\d{1,9}$/.test(retryAfter ?? '') ? Number(retryAfter) : undefined;
    this.lockedUntil = members.locked_until;
  }
}

/** No answer came: no network, or the service is away. Whether the call had an effect is not known. */
export class NoAnswerError extends Error {
  constructor(cause: unknown) {
    super('The service did not answer', { cause });
    this.name = 'NoAnswerError';
  }
}

/** The caller is not signed in any more; `onSignedOut` has been told. */
export class SignedOutError extends Error {
  readonly reason: SignOutReason;

  constructor(reason: SignOutReason) {
    super(`Signed out: ${reason}`);
    this.name = 'SignedOutError';
    this.reason = reason;
  }
}

/** `expired` and `unauthorized` are what the sign-in page explains; `signed-out` was meant, here or in another tab. */
export type SignOutReason = 'expired' | 'unauthorized' | 'signed-out';

/** The error of an answer that is not a success, whatever a proxy on the way made of its body. */
export async function errorOf(answer: Response): Promise<ApiError> {
  const members = (await answer.json().catch(() => ({}))) as ErrorMembers | null;
  return new ApiError(answer.status, members ?? {}, answer.headers.get('retry-after'));
}
