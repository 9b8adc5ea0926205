import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { QueryResult } from 'kysely';
import { type Milliseconds, seconds } from '../kernel/durations.ts';
import type { SqliteStatements, Statement } from './sqlite-statements.ts';
import type { ThreadAnswer, ThreadStore } from './statement-thread.ts';

const THREAD = new URL('./statement-thread.ts', import.meta.url);
const ROOM = { maxYoungGenerationSizeMb: 8 };

/** An unused thread ends, for its memory. */
const UNUSED_FOR: Milliseconds = seconds(10);

/** Runs statements on a thread with its own handle, begun at the first of them and again whenever it has ended. */
export function statementsOnThread(store: ThreadStore, unusedFor = UNUSED_FOR): SqliteStatements {
  let current: StatementThread | undefined;
  const thread = () => {
    if (current === undefined || current.hasEnded()) current = startThread(store, unusedFor);
    return current;
  };
  return {
    run: (statement) => thread().run(statement),
    get isInTransaction() {
      return current?.isInTransaction() ?? false;
    },
    close: () => current?.end(),
  };
}

interface StatementThread {
  run<Row>(statement: Statement): Promise<QueryResult<Row>>;
  isInTransaction(): boolean;
  hasEnded(): boolean;
  end(): Promise<void>;
}

function startThread(store: ThreadStore, unusedFor: Milliseconds): StatementThread {
  const thread = new Worker(THREAD, { workerData: store, resourceLimits: ROOM });
  const waiting: PromiseWithResolvers<QueryResult<unknown>>[] = [];
  let isInTransaction = false;
  let hasEnded = false;
  let cause: unknown;
  const stop = () => {
    hasEnded = true;
    isInTransaction = false;
    for (const { reject } of waiting.splice(0)) reject(cause ?? new Error('The thread of the store has ended'));
  };
  const end = async () => {
    if (hasEnded) return;
    hasEnded = true;
    thread.ref(); // the process may have nothing else to do, and would end before it
    thread.postMessage(null);
    await once(thread, 'exit');
  };
  const unused = setTimeout(() => isInTransaction || waiting.length > 0 || void end(), unusedFor);
  unused.unref();
  thread.on('error', (error) => {
    cause = error;
  });
  thread.on('exit', stop);
  thread.on('message', (answer: ThreadAnswer) => {
    const { resolve, reject } = waiting.shift() as PromiseWithResolvers<QueryResult<unknown>>;
    isInTransaction = answer.isInTransaction;
    if (waiting.length === 0) thread.unref();
    if (answer.result !== undefined) resolve(answer.result);
    else reject(errorOf(answer.failure));
  });
  return {
    run: <Row>(statement: Statement) => {
      const answer = Promise.withResolvers<QueryResult<unknown>>();
      waiting.push(answer);
      thread.ref();
      unused.refresh();
      thread.postMessage(statement);
      return answer.promise as Promise<QueryResult<Row>>;
    },
    isInTransaction: () => isInTransaction,
    hasEnded: () => hasEnded,
    end,
  };
}

const errorOf = (failure: ThreadAnswer['failure']): Error => Object.assign(new Error(failure?.message), failure);
