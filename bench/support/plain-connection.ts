import { connect, type Socket } from 'node:net';

interface PlainAnswer {
  readonly status: number;
  readonly retryAfter: string | undefined;
  readonly text: string;
}

/**
 * A keep-alive HTTP connection that sends one request at a time and understands only this service's responses: a third
 * of the work of `node:http`, since the load shares the cores with the service.
 */
export class PlainConnection {
  readonly #socket: Socket;
  #received = '';
  #settle: { resolve(answer: PlainAnswer): void; reject(error: Error): void } | undefined;

  constructor(url: string) {
    const { hostname, port } = new URL(url);
    this.#socket = connect(Number(port), hostname).setNoDelay(true).setEncoding('latin1');
    this.#socket.on('data', (chunk) => this.#receive(String(chunk)));
    this.#socket.on('error', (error) => this.#settle?.reject(error));
    this.#socket.on('close', () => this.#settle?.reject(new Error('The connection was closed')));
  }

  /** `from`: the client address, as forwarded by a proxy. */
  post(path: string, body: object, from = '10.0.0.1'): Promise<PlainAnswer> {
    const payload = JSON.stringify(body);
    const head = [
      `POST ${path} HTTP/1.1`,
      'host: bench',
      'content-type: application/json',
      `content-length: ${Buffer.byteLength(payload)}`,
      `x-forwarded-for: ${from}`,
    ];
    this.#socket.write(`${head.join('\r\n')}\r\n\r\n${payload}`);
    return new Promise((resolve, reject) => {
      this.#settle = { resolve, reject };
    });
  }

  end(): void {
    this.#settle = undefined;
    this.#socket.destroy();
  }

  /** Read as Latin-1, so that length equals bytes; only ASCII matters here. */
  #receive(chunk: string): void {
    this.#received += chunk;
    const bodyAt = this.#received.indexOf('\r\n\r\n') + 4;
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(this.#received)?.[1]);
    if (bodyAt === 3 || this.#received.length < bodyAt + length) return;
    const retryAfter = /\r\nretry-after: (\d+)/i.exec(this.#received)?.[1];
    const answer = { status: Number(this.#received.slice(9, 12)), retryAfter, text: this.#received.slice(bodyAt) };
    this.#received = '';
    this.#settle?.resolve(answer);
  }
}
