import type { IncomingMessage } from 'node:http';
import { ServerResponse } from '../kernel/node-http.ts';
import { asError } from '../kernel/unchecked.ts';

let ended: (() => void)[] = [];

function sendAll(): void {
  const sending = ended;
  ended = [];
  for (const send of sending) send();
}

/**
 * Responses that end in the same turn of the event loop are written together at the end of the turn. Each write wakes the
 * waiting client or proxy, which may cost more than the rest of the response; written together they wake it once.
 */
export class BufferedResponse<Request extends IncomingMessage = IncomingMessage> extends ServerResponse<Request> {
  #hasEnded = false;

  // biome-ignore lint/suspicious/noExplicitAny: whatever `end` takes
  override end(...given: any[]): this {
    if (this.#hasEnded) return super.end(...given);
    this.#hasEnded = true;
    if (ended.push(() => this.#send(given)) === 1) setImmediate(sendAll);
    return this;
  }

  /** A response that cannot be sent must not hold back the next ones. */
  #send(given: unknown[]): void {
    try {
      super.end(...(given as []));
    } catch (error) {
      this.destroy(asError(error));
    }
  }

  static {
    // The types declare a property, Node has an accessor: whether `end` was called, written or not.
    Object.defineProperty(BufferedResponse.prototype, 'writableEnded', {
      get(this: BufferedResponse) {
        return this.#hasEnded;
      },
    });
  }
}
