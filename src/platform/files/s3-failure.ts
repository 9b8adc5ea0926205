/** The failure of a request to the bucket. Its message is for the operator and names only the key. */
export class S3Failure extends Error {
  /** 0 when there was no answer. */
  readonly status: number;
  /** The server's error code, such as `AccessDenied`. */
  readonly code: string;

  constructor(what: string, { status = 0, code, cause }: { status?: number; code: string; cause?: unknown }) {
    super(`${what}: ${[status || undefined, code].filter(Boolean).join(' ')}`, { cause });
    this.name = 'S3Failure';
    this.status = status;
    this.code = code;
  }
}

export const NO_ANSWER_IN_TIME = 'no answer in time';

/** Whether the server is unavailable, busy or broken, rather than refusing. */
export const mayPass = (error: unknown): boolean =>
  error instanceof S3Failure && (error.status === 0 || error.status >= 500 || error.status === 429);
