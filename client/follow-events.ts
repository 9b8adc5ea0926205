import { ApiError, errorOf, NoAnswerError } from './api-error.ts';
import { liveEvents } from './event-stream.ts';
import { pauseFor } from './pause.ts';
import type { Answer } from './route-types.ts';
import { type ServiceTokenOptions, serviceTokenKeeper } from './service-token.ts';

/** An event as both forms send it: docs/events.md. */
export type ServiceEvent = Answer<'GET /api/events'>['items'][number];

export interface FollowEventsOptions extends ServiceTokenOptions {
  /** The `seq` of the last event that was taken; undefined before the first. */
  readonly after: number | undefined;
  /**
   * Takes one event, in order. In one transaction it does what the event asks for and stores `event.data.seq`: whatever crashes, the
   * next start goes on after the last that was taken. If it rejects, so does `followEvents`.
   */
  readonly take: (event: ServiceEvent) => Promise<void>;
  /** Told about each try that failed and will be repeated. */
  readonly onProblem?: (error: unknown) => void;
  readonly signal: AbortSignal;
  readonly pause?: (length: number, signal: AbortSignal) => Promise<void>;
}

/** An event is missing before this one: somebody else's cursor, or a fault here or there. */
export class EventsMissingError extends Error {
  constructor(last: number, { previous_seq, seq }: ServiceEvent['data']) {
    super(`Event ${seq} follows ${previous_seq}, but the last one taken is ${last}`);
    this.name = 'EventsMissingError';
  }
}

const FIRST_PAUSE = 1_000;
const LONGEST_PAUSE = 60_000;
/** Streams in a row that brought nothing, before plain calls take over: a proxy holds them back. */
const MOST_SILENT = 2;
const POLL_EVERY = 5_000;

/**
 * Follows the events of the calling service as they come, and hands each over once, in the order of the chain. A broken stream is
 * reopened after the last event, with growing pauses while nothing comes; where no stream gets through, plain calls ask. Needs a
 * service with the scope `events:read` and a subscription of the form `pull`.
 * @throws the signal's reason when aborted, what `take` throws, EventsMissingError, and ApiError where trying again would not help:
 * 404 without a subscription, 409 `events.ahead` after a restored backup (read the present state, then follow without `after`)
 */
export async function followEvents(options: FollowEventsOptions): Promise<never> {
  const { baseUrl, take, onProblem = () => {}, signal, pause = pauseFor, fetch: fetchFrom = fetch } = options;
  const keeper = serviceTokenKeeper({ scopes: ['events:read'], ...options });
  let { after: last } = options;
  let [failures, silent] = [0, 0];

  const ask = async (path: string, until: AbortSignal): Promise<Response> => {
    const token = await keeper.token();
    const query = last === undefined ? '' : `?after=${last}`;
    const headers = { authorization: `Bearer ${token}` };
    const answer = await fetchFrom(`${baseUrl}${path}${query}`, { headers, signal: until }).catch((error: unknown) => {
      throw until.aborted ? error : new NoAnswerError(error);
    });
    if (answer.ok) return answer;
    if (answer.status === 401) keeper.forget(token); // ended, or its key was revoked: the next try has another
    throw await errorOf(answer);
  };
  const handOver = async (event: ServiceEvent): Promise<void> => {
    const { seq, previous_seq: previous } = event.data;
    if (last !== undefined && seq <= last) return; // taken before
    if (last !== undefined && previous !== last) throw new EventsMissingError(last, event.data);
    await take(event).catch((error: unknown) => {
      throw new TakeFailure(error);
    });
    last = seq;
    [failures, silent] = [0, 0];
  };
  const listen = async (): Promise<void> => {
    const open = async (until: AbortSignal) => {
      const { body } = await ask('/api/events/stream', until);
      if (body === null) throw new NoAnswerError('an empty answer');
      return body;
    };
    silent += 1; // until something comes
    const heard = () => {
      silent = 0;
    };
    for await (const { data } of liveEvents(open, signal, heard)) await handOver(JSON.parse(data) as ServiceEvent);
  };
  const poll = async (): Promise<void> => {
    const page = (await (await ask('/api/events', signal)).json()) as Answer<'GET /api/events'>;
    for (const event of page.items) await handOver(event);
    failures = 0;
    if (page.behind === 0) await pause(POLL_EVERY, signal);
  };

  for (;;) {
    try {
      if (silent < MOST_SILENT) await listen();
      else await poll();
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof TakeFailure) throw error.cause;
      if (error instanceof EventsMissingError || isFinal(error)) throw error;
      if (error instanceof ApiError || error instanceof NoAnswerError) silent = 0; // no stream was opened
      onProblem(error);
      failures += 1;
      await pause(pauseAfter(failures, error), signal);
    }
    signal.throwIfAborted();
  }
}

/** What the caller threw is the caller's, whatever its type. */
class TakeFailure extends Error {
  constructor(cause: unknown) {
    super('take failed', { cause });
  }
}

/** Trying again would not help. */
const isFinal = (error: unknown): boolean =>
  error instanceof ApiError && error.status < 500 && error.status !== 401 && error.status !== 429;

/** With jitter, so that many receivers do not come back at the same moment. */
function pauseAfter(failures: number, error: unknown): number {
  const wished = error instanceof ApiError ? (error.retryAfter ?? 0) * 1000 : 0;
  const grown = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** (failures - 1));
  return Math.max(wished, grown * (0.5 + Math.random() / 2));
}
