import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { parentPort } from 'node:worker_threads';
import type { HeardAnswer, SentCall } from './other-thread.ts';

/** Sends calls on a thread of its own (`other-thread.ts`). */
parentPort?.on('message', async (call: SentCall) => {
  const answer = await send(call).catch((error: unknown) => ({ status: 0, text: String(error) }));
  parentPort?.postMessage(answer satisfies HeardAnswer);
});

async function send({ port, method, path, headers, body }: SentCall): Promise<HeardAnswer> {
  const sent = request({ host: '127.0.0.1', port, method, path, headers });
  sent.end(body && Buffer.from(body));
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  sent.on('error', () => {}); // it may be answered before it is sent to its end
  let text = '';
  for await (const chunk of answer) text += chunk;
  return { status: answer.statusCode ?? 0, text: text.slice(0, 500) };
}
