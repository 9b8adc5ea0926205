import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';

export interface ReceivedEvent {
  readonly headers: IncomingHttpHeaders;
  /** As it was signed. */
  readonly body: string;
}

/** A status with the body of the answer, or none at all. */
export type ReceiverAnswer =
  | number
  | 'never'
  | { readonly status: number; readonly body?: string; readonly location?: string };

export interface EventReceiver {
  readonly url: string;
  readonly received: ReceivedEvent[];
  /** Sets how it answers from now on. */
  answerWith(answer: ReceiverAnswer): void;
}

/** An application's address for events. */
export async function startEventReceiver(t: TestContext, first: ReceiverAnswer = 204): Promise<EventReceiver> {
  const received: ReceivedEvent[] = [];
  let answer = first;
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    received.push({ headers: request.headers, body });
    if (answer === 'never') return;
    const { status, body: text = '', location } = typeof answer === 'number' ? { status: answer } : answer;
    response.writeHead(status, location === undefined ? {} : { location }).end(text);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo; // of a TCP server that listens
  return {
    url: `http://127.0.0.1:${port}/dogadaji`,
    received,
    answerWith: (next) => {
      answer = next;
    },
  };
}
