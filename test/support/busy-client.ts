import { randomInt } from 'node:crypto';
import { PROCESS_PASSWORD } from './seeded-store.ts';
import type { ProcessAnswer, ServiceProcess } from './service-process.ts';

/** What an answer promised: its record in the audit log. */
export interface Promised {
  readonly requestId: string;
  readonly action: 'login.ok' | 'auth.refresh' | 'logout';
}

interface Pair {
  readonly access_token: string;
  readonly refresh_token: string;
}

/**
 * A client that signs in, refreshes and signs out without pause and remembers the responses. It survives the process it
 * talks to.
 */
export class BusyClient {
  readonly promised: Promised[] = [];
  readonly signedOut: Pair[] = [];
  /** The newest pair received and not signed out. */
  pair: Pair | undefined;
  /** The request without a response when the process died. */
  unanswered: Promised['action'] | undefined;
  readonly #emails: readonly string[];
  readonly #from: string;
  #signIns = 0;

  /** `emails` belong to this client alone; it rotates them, since a killed sign-in keeps its slot for a while. */
  constructor(emails: readonly string[], number: number) {
    this.#emails = emails;
    this.#from = `10.1.0.${number}`;
  }

  /** Until the process is gone. Throws for any unsuccessful response. */
  async keepBusy(node: ServiceProcess): Promise<void> {
    this.unanswered = undefined;
    while (await this.#act(node));
  }

  async #act(node: ServiceProcess): Promise<boolean> {
    const { pair } = this;
    const action = pair === undefined ? 'login.ok' : randomInt(12) === 0 ? 'logout' : 'auth.refresh';
    this.unanswered = action;
    const answer = await this.#send(node, action, pair).catch(() => undefined);
    if (answer === undefined) return false;
    this.unanswered = undefined;
    if (answer.status !== 200)
      throw new Error(`${action} was answered ${answer.status} ${JSON.stringify(answer.body)}`);
    this.promised.push({ requestId: String(answer.headers['x-request-id']), action });
    if (action === 'logout' && pair) this.signedOut.push(pair);
    this.pair = action === 'logout' ? undefined : answer.body;
    return true;
  }

  #send(node: ServiceProcess, action: Promised['action'], pair: Pair | undefined): Promise<ProcessAnswer> {
    const from = this.#from;
    if (action === 'login.ok') {
      const email = this.#emails[this.#signIns++ % this.#emails.length] ?? '';
      return node.signIn(email, PROCESS_PASSWORD, from);
    }
    if (action === 'logout') return node.call('POST /api/auth/logout', { token: pair?.access_token ?? '', from });
    return node.call('POST /api/auth/refresh', { body: { refresh_token: pair?.refresh_token }, from });
  }
}
