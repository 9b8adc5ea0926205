/** Sends the same call many times at once and reads the answers, beside the thread that measures what others notice of it. */
import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { parentPort } from 'node:worker_threads';
import type { FloodCall } from './flood.ts';

const agent = new Agent({ keepAlive: true, maxSockets: 1000 });

parentPort?.on('message', async ({ port, times, calls }: FloodCall) => {
  const statuses = await Promise.all(
    Array.from({ length: times }, (_, number) => send(port, calls[number % calls.length])),
  );
  parentPort?.postMessage(
    Object.fromEntries([...Map.groupBy(statuses, String)].map(([name, of]) => [name, of.length])),
  );
});

async function send(port: number, call: FloodCall['calls'][number] | undefined): Promise<number | string> {
  if (call === undefined) return 'none';
  const { method, path, headers, body } = call;
  try {
    const sent = request({ host: '127.0.0.1', port, agent, method, path, headers });
    sent.on('error', () => {}); // the one below may come after the listener of `once` is gone
    sent.end(body);
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    for await (const _chunk of answer);
    return answer.statusCode ?? 0;
  } catch {
    return 'broken';
  }
}
