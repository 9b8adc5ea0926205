import type { Readable } from 'node:stream';
import { type Milliseconds, seconds } from '../kernel/durations.ts';

const NEXT_WITHIN: Milliseconds = seconds(30);
const LONGEST_TEXT = 4 * 1024 * 1024;

/**
 * The chunks of an answer, exactly `size` bytes in total. The timer runs only while waiting for the next chunk, so a stalled
 * server ends it and a slow reader does not.
 * @throws Error when it stalls or ends early
 */
export async function* wholeBody(source: Readable, size: number, within = NEXT_WITHIN): AsyncGenerator<Buffer> {
  let received = 0;
  for await (const chunk of unstalled(source, within)) {
    received += chunk.length;
    if (received > size) break;
    yield chunk;
  }
  if (received !== size) throw new Error(`the answer had ${received} bytes instead of ${size}`);
}

/** @throws Error when it stalls or is too long */
export async function readShortText(source: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of unstalled(source, NEXT_WITHIN)) {
    size += chunk.length;
    if (size > LONGEST_TEXT) throw new Error('the answer is too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

async function* unstalled(source: Readable, within: Milliseconds): AsyncGenerator<Buffer> {
  const chunks = source[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  try {
    for (;;) {
      const timer = setTimeout(() => source.destroy(new Error('the answer stalled')), within);
      const { value, done } = await chunks.next().finally(() => clearTimeout(timer));
      if (done) return;
      yield value;
    }
  } finally {
    source.destroy();
  }
}

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
