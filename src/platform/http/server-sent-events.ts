import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import { minutes, seconds } from '../kernel/durations.ts';

export interface Update {
  readonly over: boolean;
  /** What is new, as `serverSentEvent` writes it; empty for nothing. */
  readonly news: string;
}

const NOTHING_NEW: Update = { over: false, news: '' };
const READ_EVERY = 500;
/** Below the idle timeout of the server and of usual proxies. */
const BEAT_EVERY = seconds(15);
/** About a token's lifetime; the client reconnects with a new one. */
const LONGEST = minutes(15);

/** One event of the stream (HTML Living Standard §9.2). */
export const serverSentEvent = ({ event, data, id }: { event: string; data: unknown; id?: number }): string =>
  `${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;

/**
 * Streams server-sent events for as long as `read` finds some. Ends when it is over, the client leaves, the server stops, or after
 * `LONGEST`. An error that `read` throws before the first event becomes a normal error response.
 */
export async function sendEvents(reply: FastifyReply, read: () => Promise<Update>): Promise<void> {
  let found = await read();
  const { raw } = reply;
  const gone = new AbortController();
  raw.once('close', () => gone.abort());
  const { server } = reply.server;
  const wasListening = server.listening;
  reply.hijack();
  raw.writeHead(200, { ...(reply.getHeaders() as Record<string, string>), ...HEADERS });
  raw.flushHeaders(); // the client knows at once that it follows, also while there is nothing
  const started = performance.now();
  let spokeAt = started;
  const say = (text: string) => {
    spokeAt = performance.now();
    raw.write(text);
  };
  try {
    while (!gone.signal.aborted) {
      if (found.news !== '') say(found.news);
      else if (performance.now() - spokeAt > BEAT_EVERY) say(': \n\n');
      const stopping = wasListening && !server.listening;
      if (found.over || stopping || performance.now() - started > LONGEST) break;
      await pause(READ_EVERY, undefined, { signal: gone.signal });
      found = raw.writableNeedDrain ? NOTHING_NEW : await read(); // a slow reader's answers do not pile up here
    }
  } catch {
    // Client gone, sign-in ended or store unavailable: a client still there reconnects and gets an answer.
  } finally {
    // Whoever did not read to the end goes on after the last that arrived: what waits for it is not kept.
    if (raw.writableNeedDrain && !found.over) raw.destroy();
    else raw.end();
  }
}

const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  'x-accel-buffering': 'no', // nginx would buffer the events
};
