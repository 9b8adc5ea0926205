import pg from 'pg';
import { currentRenewal, isStalePlan, renewedName, renewNames } from './stale-plan.ts';
import { nameStatement } from './statement-name.ts';

/** They need no plan, and preparing them takes twice as long as sending them plainly. */
const TRANSACTION_COMMANDS = new Set(['begin', 'commit', 'rollback']);

/** `bigint` arrives as text by default; our ids and counts stay below 2^53. */
const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format as 'text'),
};

/**
 * Prepares parameterised statements once per connection: without a name PostgreSQL parses and plans each of them anew.
 * A read that timed out leaves the protocol out of step, so its connection is closed, not reused.
 */
export class PreparingClient extends pg.Client {
  #isInTransaction = false;

  constructor(config?: pg.ClientConfig) {
    super({ ...config, types } as pg.ClientConfig);
    this.on('error', () => this.#cut()); // without a listener a lost connection ends the process
  }

  // biome-ignore lint/suspicious/noExplicitAny: pg overloads `query` eight ways; only the one Kysely calls is changed
  override query(text: any, values?: any, callback?: any): any {
    if (typeof text !== 'string' || !Array.isArray(values) || callback !== undefined)
      return super.query(text, values, callback);
    if (TRANSACTION_COMMANDS.has(text)) this.#isInTransaction = text === 'begin';
    const own = TRANSACTION_COMMANDS.has(text) ? undefined : nameStatement(text)?.own;
    const name = own === undefined ? undefined : renewedName(own);
    const renewal = currentRenewal();
    const answer = super.query(values.length === 0 && name === undefined ? text : { name, text, values });
    return answer.catch((error: Error) => {
      if (error.message === 'Query read timeout') this.#cut();
      if (!isStalePlan(error)) throw error;
      renewNames(renewal);
      if (this.#isInTransaction) throw error; // which is over, and run again as a whole
      return this.query(text, values);
    });
  }

  #cut(): void {
    // pg offers no way to drop a connection without waiting for the server, and does not type its own.
    (this as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
  }
}
