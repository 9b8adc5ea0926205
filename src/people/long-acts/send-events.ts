import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import { minutes, seconds } from '../../platform/kernel/durations.ts';

interface Told {
  readonly over: boolean;
  readonly data: unknown;
}

const LOOK_EVERY = 500;
/** Below the idle timeout of the server and of usual proxies. */
const BEAT_EVERY = seconds(15);
/** About a token's lifetime; the client reconnects with a new one. */
const LONGEST = minutes(15);

/**
 * Streams progress as server-sent events (HTML Living Standard §9.2): `progress` whenever `look` returns something new,
 * `end` with the final state. Ends when the client leaves, the server stops, or after `LONGEST`. An error that `look` throws
 * before the first event becomes a normal error response.
 */
export async function sendEvents(reply: FastifyReply, look: () => Promise<Told>): Promise<void> {
  let told = await look();
  const { raw } = reply;
  const gone = new AbortController();
  raw.once('close', () => gone.abort());
  const { server } = reply.server;
  const wasListening = server.listening;
  reply.hijack();
  raw.writeHead(200, { ...(reply.getHeaders() as Record<string, string>), ...HEADERS });
  const started = performance.now();
  let [spokeAt, last] = [started, ''];
  const say = (text: string) => {
    spokeAt = performance.now();
    raw.write(text);
  };
  try {
    while (!gone.signal.aborted) {
      const data = JSON.stringify(told.data);
      if (data !== last || told.over) say(`event: ${told.over ? 'end' : 'progress'}\ndata: ${data}\n\n`);
      else if (performance.now() - spokeAt > BEAT_EVERY) say(': \n\n');
      last = data;
      const stopping = wasListening && !server.listening;
      if (told.over || stopping || performance.now() - started > LONGEST) break;
      await pause(LOOK_EVERY, undefined, { signal: gone.signal });
      told = await look();
    }
  } catch {
    // Client gone, sign-in ended or store unavailable: a client still there reconnects and gets an answer.
  } finally {
    raw.end();
  }
}

const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  'x-accel-buffering': 'no', // nginx would buffer the events
};
