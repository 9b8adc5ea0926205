import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import { minutes, seconds } from '../kernel/durations.ts';

/** What is told of an import. */
interface Told {
  readonly over: boolean;
  readonly data: unknown;
}

const LOOK_EVERY = 500;
/** Below the time after which the server and the usual proxies cut a silent connection. */
const BEAT_EVERY = seconds(15);
/** A token lives about as long; the client comes back with a new one. */
const LONGEST = minutes(15);

/**
 * Tells of something under way by server-sent events (HTML Living Standard §9.2): `progress` whenever `look` says something
 * new, `end` with its last state. Ends with the client, with the server, and after a while by itself. What `look` throws
 * before the first event is an answer as usual.
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
    // The client went, the sign-in ended, or the store is away: whoever is still there asks again and is answered.
  } finally {
    raw.end();
  }
}

const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  'x-accel-buffering': 'no', // nginx would hold events back
};
