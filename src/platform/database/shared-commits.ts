import { batched } from './batched-calls.ts';
import type { Database, Tx } from './database.ts';

interface Waiting extends PromiseWithResolvers<boolean> {
  readonly make: (tx: Tx) => Promise<boolean>;
}

/** The loop answers nobody meanwhile: a refresh takes about a tenth of a millisecond without its commit. */
const MOST_TOGETHER = 16;

/**
 * Group commit: changes that are asked for in one turn of the loop share a transaction, and so one wait for the disk. A change
 * that fails rolls all of them back; the others are then made again without it.
 */
export function sharedCommits(transaction: Database['transaction']): Database['change'] {
  const ask = batched<Waiting>(MOST_TOGETHER, (together) => commit(transaction, together));
  return (bundle, values) => {
    const waiting = { ...Promise.withResolvers<boolean>(), make: (tx: Tx) => bundle.inSteps(tx, values) };
    ask(waiting);
    return waiting.promise;
  };
}

async function commit(transaction: Database['transaction'], changes: readonly Waiting[]): Promise<void> {
  let current: Waiting | undefined;
  const makeAll = async (tx: Tx): Promise<boolean[]> => {
    const outcomes: boolean[] = [];
    for (current of changes) outcomes.push(await current.make(tx));
    current = undefined;
    return outcomes;
  };
  try {
    const outcomes = await transaction(makeAll);
    for (const [place, { resolve }] of changes.entries()) resolve(outcomes[place] === true);
  } catch (error) {
    const failed = changes.filter((change) => current === undefined || change === current);
    for (const { reject } of failed) reject(error);
    const others = changes.filter((change) => !failed.includes(change));
    if (others.length > 0) await commit(transaction, others);
  }
}
