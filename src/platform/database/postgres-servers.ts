import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { PostgresHost } from '../config/postgres-address.ts';
import { type Milliseconds, seconds } from '../kernel/durations.ts';
import { singleFlight } from '../kernel/memoise.ts';
import { asError } from '../kernel/unchecked.ts';
import type { StoreLog, StoreServer } from './database.ts';
import { findPrimary, type Primary, reasonOf, requirePrimary } from './postgres-primary.ts';
import { ServerWatch } from './server-watch.ts';
import { NoPrimary } from './store-errors.ts';

interface Connection {
  cut(): void;
}

const SOUGHT_EVERY: Milliseconds = 500;
const LOOKED_AROUND_EVERY: Milliseconds = seconds(5);
/** Whether the server answers but refuses, for another reason than starting up or shutting down (PostgreSQL appendix A). */
const refuses = (error: Error): boolean =>
  error instanceof pg.DatabaseError && !/^(?:57P0[123]|08|58)/.test(error.code ?? '');

/**
 * The servers behind one address. Connections go to the one that accepts writes. When it stops answering, ends or becomes a
 * standby, all its connections are dropped, callers are refused at once, and all servers are polled until one accepts writes
 * again.
 */
export class PostgresServers {
  readonly watch = new ServerWatch({
    probe: () => findPrimary([this.host]),
    lost: () => this.#lose('it does not answer'),
  });
  readonly #hosts: readonly PostgresHost[];
  readonly #log: StoreLog;
  readonly #connections = new Set<Connection>();
  #primary: Primary | undefined;
  #isAway = false;
  #isClosed = false;
  #losses = 0;
  readonly #lookingAround: NodeJS.Timeout | undefined;

  constructor(hosts: readonly [PostgresHost, ...PostgresHost[]], log: StoreLog) {
    this.#hosts = hosts;
    this.#log = log;
    if (hosts.length === 1) this.#primary = { host: hosts[0], timeline: 0 };
    else this.#lookingAround = setInterval(() => void this.#lookAround(), LOOKED_AROUND_EVERY).unref();
  }

  /** Where connections go. */
  get host(): PostgresHost {
    return this.#primary?.host ?? (this.#hosts[0] as PostgresHost); // there is one
  }

  get state(): StoreServer {
    return { name: this.host.name, isAway: this.#isAway, losses: this.#losses };
  }

  /** Resolves when it is known which of several servers accepts writes. @throws NoPrimary when none does */
  known(): Promise<void> | undefined {
    return this.#primary === undefined ? this.#search() : undefined;
  }

  /** @throws NoPrimary while no server accepts writes, so that nobody waits for one that does not answer */
  requireHere(): void {
    if (this.#isAway) throw new NoPrimary(`${this.host.name} is away`);
  }

  join(connection: Connection): void {
    this.#connections.add(connection);
  }

  leave(connection: Connection): void {
    this.#connections.delete(connection);
  }

  /** Checks that the server of a new connection accepts writes, before it is used. @throws NoPrimary */
  async require(client: Pick<pg.ClientBase, 'query'>, host: PostgresHost): Promise<void> {
    try {
      const { timeline } = await requirePrimary(client, host, this.#wanted());
      if (timeline > this.#wanted().atLeast) this.#primary = { host, timeline };
    } catch (error) {
      this.doubt(asError(error));
      throw error;
    }
  }

  /** Called when a connection could not be opened. */
  doubt(error: Error): void {
    if (!refuses(error)) this.#search().catch(() => {});
  }

  /** Called when a server that was the primary refused to write: a standby, or one that was told to. */
  doubtWrites(): void {
    this.#search().catch(() => {});
  }

  close(): void {
    this.#isClosed = true;
    clearInterval(this.#lookingAround);
    this.watch.stop();
  }

  #wanted(): { several: boolean; atLeast: number } {
    return { several: this.#hosts.length > 1, atLeast: this.#primary?.timeline ?? 0 };
  }

  readonly #search = singleFlight(async () => {
    if (this.#isClosed) return;
    try {
      this.#settle(await findPrimary(this.#hosts, this.#wanted().atLeast));
    } catch (error) {
      this.#miss(reasonOf(asError(error)));
      throw error;
    }
  });

  /** Looks for a newer primary: one that is cut off from the others does not know that one of them was promoted. */
  async #lookAround(): Promise<void> {
    if (this.#primary === undefined || this.#isAway) return;
    const found = await findPrimary(this.#hosts, this.#primary.timeline).catch(() => undefined);
    if (found !== undefined && !this.#isClosed) this.#settle(found);
  }

  #settle(found: Primary): void {
    const before = this.#primary;
    this.#primary = found;
    if (before !== undefined && before.host !== found.host) this.#cutAll();
    if (this.#isAway || (before !== undefined && before.host !== found.host))
      this.#log.info({ server: found.host.name }, 'PostgreSQL is available');
    this.#isAway = false;
  }

  #lose(reason: string): void {
    this.#cutAll();
    this.#miss(reason);
  }

  #miss(reason: string): void {
    if (this.#isAway || this.#isClosed) return;
    this.#isAway = true;
    this.#losses++;
    this.#log.warn({ server: this.host.name, reason }, 'PostgreSQL is unavailable');
    void this.#seek();
  }

  /** Polls all servers until one accepts writes again. */
  async #seek(): Promise<void> {
    while (this.#isAway && !this.#isClosed) {
      await pause(SOUGHT_EVERY, undefined, { ref: false });
      await this.#search().catch(() => {});
    }
  }

  #cutAll(): void {
    for (const connection of this.#connections) connection.cut();
  }
}
