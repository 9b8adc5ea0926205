import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import type { QueryResult } from 'kysely';
import { codeOf, membersOf, messageOf } from '../kernel/unchecked.ts';
import { openHandle, openReadHandle, type Statement, statementsOf } from './sqlite-statements.ts';

/** What the thread answers to each statement, in order. */
export interface ThreadAnswer {
  readonly result?: QueryResult<unknown>;
  /** Of an error of the engine, which loses its members on the way between threads. */
  readonly failure?: { readonly message: string; readonly code: string | undefined; readonly errcode: unknown };
  readonly isInTransaction: boolean;
}

/** The file of the store, and whether the thread may write to it. */
export interface ThreadStore {
  readonly path: string;
  readonly isReadOnly: boolean;
}

/** A thread that runs the statements it is sent on a handle of its own. `null` closes the handle and ends it. */
const { path, isReadOnly } = workerData as ThreadStore;
const statements = statementsOf(isReadOnly ? openReadHandle(path) : openHandle(path));
const port = parentPort as MessagePort;

port.on('message', (statement: Statement | null) => {
  if (statement !== null) return port.postMessage(answerTo(statement));
  statements.close();
  port.close();
});

function answerTo(statement: Statement): ThreadAnswer {
  try {
    const result = statements.run(statement);
    return { result, isInTransaction: statements.isInTransaction };
  } catch (error) {
    const failure = { message: messageOf(error), code: codeOf(error), errcode: membersOf(error).errcode };
    return { failure, isInTransaction: statements.isInTransaction };
  }
}
