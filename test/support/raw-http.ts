import { connect } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** One answer as received over the wire. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  // biome-ignore lint/suspicious/noExplicitAny: a test states what it expects of a body
  readonly body: any;
}

/** Sends raw bytes; resolves to everything received until the server closed the connection. */
export type SendRaw = (bytes: string | Buffer) => Promise<string>;

/** A server on a free port, for requests no well-behaved client sends. Closed with its service. */
export async function rawClient(server: FastifyInstance): Promise<SendRaw> {
  await server.listen({ host: '127.0.0.1', port: 0 });
  const { port } = server.server.address() as { port: number };
  return (bytes) =>
    new Promise((resolve) => {
      let received = '';
      const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
      socket.setEncoding('utf8');
      socket.on('data', (text) => {
        received += text;
      });
      socket.on('error', () => {});
      socket.on('close', () => resolve(received));
    });
}

/** A request with `Connection: close`, so that the answer ends with the line. */
export const rawRequest = (line: string, headers: readonly string[] = [], body = ''): string =>
  [`${line} HTTP/1.1`, 'Host: 127.0.0.1', 'Connection: close', ...headers, '', body].join('\r\n');

/** Parses the last answer of the received bytes. */
export function parsedAnswer(text: string): RawAnswer {
  const [head = '', body = ''] = text.split('\r\n\r\n');
  const [statusLine = '', ...lines] = head.split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  );
  const isJson = String(headers['content-type']).startsWith('application/json');
  return { status: Number(statusLine.split(' ')[1]), headers, body: isJson && body !== '' ? JSON.parse(body) : body };
}
