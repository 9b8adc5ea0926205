import { StatementSync } from 'node:sqlite';
import type { TestContext } from 'node:test';
import pg from 'pg';

/** Every statement that this process sends to its stores, in order. */
export interface Statements {
  /** The first word of each since the last call. */
  taken(): string[];
  /** The whole text of each since the last call. */
  takenTexts(): string[];
}

/** Hooks into the drivers until the test ends, so that no statement is missed. */
export function listenToStatements(t: TestContext): Statements {
  let heard: string[] = [];
  const hear = (sql: unknown) => void heard.push(String(sql));
  // biome-ignore lint/suspicious/noExplicitAny: the drivers overload these; what was passed is passed on
  const listen = (prototype: any, method: string, sqlOf: (self: any, first: any) => unknown) => {
    const original = prototype[method];
    t.mock.method(prototype, method, function (this: unknown, ...parameters: unknown[]) {
      hear(sqlOf(this, parameters[0]));
      return original.apply(this, parameters);
    });
  };
  for (const method of ['all', 'get', 'run']) listen(StatementSync.prototype, method, ({ sourceSQL }) => sourceSQL);
  listen(pg.Client.prototype, 'query', (_self, query) => query.text ?? query);
  const takenTexts = () => {
    const taken = heard;
    heard = [];
    return taken;
  };
  return { takenTexts, taken: () => takenTexts().map(verbOf) };
}

const verbOf = (text: string): string => /^\s*(\w+)/.exec(text)?.[1]?.toLowerCase() ?? '';
