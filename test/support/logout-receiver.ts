import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';

export interface LogoutReceiver {
  readonly url: string;
  /** The received bodies, unparsed. */
  readonly bodies: string[];
  /** Sets how it answers from now on. */
  answerWith(status: number | 'never'): void;
}

/** An application's address for logout tokens. */
export async function startLogoutReceiver(t: TestContext, status: number | 'never' = 200): Promise<LogoutReceiver> {
  const bodies: string[] = [];
  let answer = status;
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    bodies.push(body);
    if (answer !== 'never') response.writeHead(answer).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo; // of a TCP server that listens
  const answerWith = (next: number | 'never') => {
    answer = next;
  };
  return { url: `http://127.0.0.1:${port}/odjava`, bodies, answerWith };
}
