import type { IncomingMessage } from 'node:http';
import { asError } from '../kernel/caught-error.ts';
import { ServerResponse } from '../kernel/node-http.ts';

let ended: (() => void)[] = [];

function sendAll(): void {
  const sending = ended;
  ended = [];
  for (const send of sending) send();
}

/**
 * Answers that end in one turn of the event loop are written one after the other at its end. A write wakes the client, or
 * the proxy, that waits for it, which may cost more than the rest of the answer: written together they wake it once.
 */
export class GatheredResponse<Request extends IncomingMessage = IncomingMessage> extends ServerResponse<Request> {
  #hasEnded = false;

  // biome-ignore lint/suspicious/noExplicitAny: whatever `end` takes
  override end(...given: any[]): this {
    if (this.#hasEnded) return super.end(...given);
    this.#hasEnded = true;
    if (ended.push(() => this.#send(given)) === 1) setImmediate(sendAll);
    return this;
  }

  /** One that cannot be sent must not keep back those after it. */
  #send(given: unknown[]): void {
    try {
      super.end(...(given as []));
    } catch (error) {
      this.destroy(asError(error));
    }
  }

  static {
    // A property of the types, an accessor of Node: whether `end` was called, sent or not.
    Object.defineProperty(GatheredResponse.prototype, 'writableEnded', {
      get(this: GatheredResponse) {
        return this.#hasEnded;
      },
    });
  }
}
