import { ApiError, SignedOutError } from './api-error.ts';
import { liveEvents } from './event-stream.ts';
import { pauseFor } from './pause.ts';
import type { Connection } from './service-calls.ts';
import type { Import } from './wire-types.ts';

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
  { call, stream }: Pick<Connection, 'call' | 'stream'>,
  id: number,
  onProgress: (progress: Import) => void,
  signal: AbortSignal,
  pause = pauseFor,
): Promise<Import> {
  for (let broken = 0; ; await pause(AGAIN_AFTER, signal)) {
    let told: Import | undefined;
    const tell = (progress: Import) => {
      told = progress;
      onProgress(progress);
    };
    try {
      if (broken < MOST_BROKEN) {
        const events = liveEvents(
          (until) => stream('GET /api/admin/imports/{id}/events', id, undefined, until),
          signal,
        );
        for await (const { data } of events) tell(JSON.parse(data) as Import);
      } else tell(await call('GET /api/admin/imports/{id}', id, undefined, signal));
    } catch (error) {
      signal.throwIfAborted();
      if (isFinal(error)) throw error;
    }
    if (told !== undefined && isOver(told)) return told;
    broken = told === undefined ? broken + 1 : broken < MOST_BROKEN ? 0 : broken;
  }
}

/** Retrying would not help. */
const isFinal = (error: unknown): boolean =>
  error instanceof SignedOutError || (error instanceof ApiError && error.status < 500 && error.status !== 429);
