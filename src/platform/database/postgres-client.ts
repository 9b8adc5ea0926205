import pg from 'pg';
import type { PostgresHost } from '../config/postgres-address.ts';
import { hostOptions } from './postgres-options.ts';
import { cutConnection } from './postgres-primary.ts';
import type { PostgresServers } from './postgres-servers.ts';
import { currentRenewal, isReadOnly, isStalePlan, renewedName, renewNames } from './store-errors.ts';
import { nameStatement } from './traced-dialect.ts';

/** Not prepared: they need no plan, and preparing takes twice as long as sending them. */
const TRANSACTION_COMMANDS = new Set(['begin', 'commit', 'rollback']);

/** `bigint` arrives as text by default; our ids and counts stay below 2^53. */
const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format as 'text'),
};

export interface PreparingConfig extends pg.ClientConfig {
  readonly servers: PostgresServers;
  /** Whether statements are prepared by name. Not possible where each transaction may reach another session. */
  readonly named: boolean;
  /** SQL that is sent with each `begin`. */
  readonly beginWith?: string;
}

/**
 * Prepares parameterised statements once per connection: without a name PostgreSQL parses and plans each of them anew.
 * If no answer comes, the connection is closed and not reused: the protocol would be out of sync.
 */
export class PreparingClient extends pg.Client {
  /** The server at the other end. */
  readonly server: PostgresHost;
  readonly #servers: PostgresServers;
  readonly #watch: PostgresServers['watch'];
  readonly #named: boolean;
  readonly #beginWith: string;
  #isInTransaction = false;

  constructor(config: PreparingConfig) {
    const { servers, named, beginWith = '' } = config;
    const { host } = servers;
    super({ ...config, ...hostOptions(host), types } as pg.ClientConfig);
    this.server = host;
    this.#servers = servers;
    this.#watch = servers.watch;
    this.#named = named;
    this.#beginWith = beginWith;
    servers.join(this);
    this.on('error', () => this.cut()); // without a listener a lost connection ends the process
    this.on('end', () => servers.leave(this));
  }

  // biome-ignore lint/suspicious/noExplicitAny: pg overloads `connect`; only the one its pool calls is changed
  override connect(callback?: any): any {
    if (callback === undefined) return super.connect();
    try {
      this.#servers.requireHere();
    } catch (error) {
      this.#servers.leave(this);
      return process.nextTick(callback, error);
    }
    this.#watch.asked();
    super.connect((error: Error | null | undefined) => {
      if (error) {
        this.#watch.broke();
        this.#servers.leave(this);
        this.#servers.doubt(error);
      } else this.#watch.answered();
      callback(error);
    });
  }

  // biome-ignore lint/suspicious/noExplicitAny: pg overloads `query` eight ways; only the one Kysely calls is changed
  override query(text: any, values?: any, callback?: any): any {
    if (typeof text !== 'string' || !Array.isArray(values) || callback !== undefined)
      return super.query(text, values, callback);
    if (TRANSACTION_COMMANDS.has(text)) this.#isInTransaction = text === 'begin';
    const watch = this.#watch;
    const renewal = currentRenewal();
    watch.asked();
    return this.#send(text, values).then(
      (result) => {
        watch.answered();
        return result;
      },
      (error: Error) => {
        if (error instanceof pg.DatabaseError) watch.answered();
        else watch.broke();
        if (error.message === 'Query read timeout') this.cut();
        if (isReadOnly(error)) this.#servers.doubtWrites();
        if (!isStalePlan(error)) throw error;
        renewNames(renewal);
        if (this.#isInTransaction) throw error; // the transaction is over, and is rerun as a whole
        return this.query(text, values);
      },
    );
  }

  /** Drops the connection without waiting for the server. */
  cut(): void {
    cutConnection(this);
  }

  #send(text: string, values: unknown[]): Promise<pg.QueryResult> {
    if (text === 'begin' && this.#beginWith !== '') return this.#sendBegin();
    const own = this.#named && !TRANSACTION_COMMANDS.has(text) ? nameStatement(text)?.own : undefined;
    const name = own === undefined ? undefined : renewedName(own);
    if (values.length === 0 && name === undefined) return super.query(text);
    return super.query(name === undefined ? { text, values } : { name, text, values });
  }

  /** Several statements in one message have several results. */
  async #sendBegin(): Promise<pg.QueryResult> {
    const results: unknown = await super.query(`begin${this.#beginWith}`);
    return (Array.isArray(results) ? results[0] : results) as pg.QueryResult;
  }
}
