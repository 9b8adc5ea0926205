import { ApiError, SignedOutError } from './api-error.ts';
import { readEvents } from './event-stream.ts';
import type { Import } from './wire-types.ts';

export interface FollowParts {
  readonly openEvents: (id: number, signal: AbortSignal) => Promise<ReadableStream<Uint8Array>>;
  readonly get: (id: number, signal: AbortSignal) => Promise<Import>;
  /** Resolves after the given milliseconds; rejects when aborted. */
  readonly pause?: (length: number, signal: AbortSignal) => Promise<void>;
}

/** The service sends something at once and then every 15 seconds; silence means that a proxy holds events back. */
const FIRST_EVENT_WITHIN = 4000;
const SILENT_FOR = 40_000;
const AGAIN_AFTER = 1000;
/** Broken streams in a row, without a single event, before polling takes over. */
const MOST_BROKEN = 2;

export const isOver = ({ status }: Pick<Import, 'status'>): boolean => status !== 'queued' && status !== 'running';

/**
 * Reports progress until the import ends, and resolves with the finished import. A broken stream is reopened; where no
 * stream gets through, the import is polled every second. The import runs whether or not anybody follows it.
 * @throws ApiError for an unknown import, SignedOutError, and the signal's reason when aborted
 */
export async function followImport(
  { openEvents, get, pause = after }: FollowParts,
  id: number,
  onProgress: (progress: Import) => void,
  signal: AbortSignal,
): Promise<Import> {
  for (let broken = 0; ; await pause(AGAIN_AFTER, signal)) {
    let told: Import | undefined;
    const tell = (progress: Import) => {
      told = progress;
      onProgress(progress);
    };
    try {
      if (broken < MOST_BROKEN) await listen(openEvents, id, tell, signal);
      else tell(await get(id, signal));
    } catch (error) {
      signal.throwIfAborted();
      if (isFinal(error)) throw error;
    }
    if (told !== undefined && isOver(told)) return told;
    broken = told === undefined ? broken + 1 : broken < MOST_BROKEN ? 0 : broken;
  }
}

async function listen(
  openEvents: FollowParts['openEvents'],
  id: number,
  tell: (progress: Import) => void,
  signal: AbortSignal,
): Promise<void> {
  const silence = new AbortController();
  let timer = setTimeout(() => silence.abort(), FIRST_EVENT_WITHIN);
  const heard = () => {
    clearTimeout(timer);
    timer = setTimeout(() => silence.abort(), SILENT_FOR);
  };
  try {
    const stream = await openEvents(id, AbortSignal.any([signal, silence.signal]));
    for await (const { data } of readEvents(stream, heard)) tell(JSON.parse(data) as Import);
  } finally {
    clearTimeout(timer);
  }
}

/** Retrying would not help. */
const isFinal = (error: unknown): boolean =>
  error instanceof SignedOutError || (error instanceof ApiError && error.status < 500 && error.status !== 429);

const after = (length: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, length);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
