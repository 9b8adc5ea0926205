import { batched } from './batched-calls.ts';
import type { BatchableChange, Database } from './database.ts';
import { isStoreUnavailable } from './store-errors.ts';

interface Waiting extends PromiseWithResolvers<boolean> {
  readonly bundle: BatchableChange<unknown>;
  readonly values: unknown;
}

/** Makes changes with different keys in one statement. */
type Together = (bundle: BatchableChange<unknown>, all: readonly unknown[]) => Promise<ReadonlyMap<unknown, boolean>>;

const MOST_TOGETHER = 16;

/**
 * Changes that are asked for in one turn of the loop share a statement. Those whose rows somebody else holds are made alone, where
 * they may wait; so are all when the statement fails, since one must take no other with it.
 */
export function sharedStatements(together: Together, transaction: Database['transaction']): Database['change'] {
  const makeAlone = ({ bundle, values, resolve, reject }: Waiting) =>
    void transaction((tx) => bundle.inSteps(tx, values)).then(resolve, reject);
  const make = async (bundle: BatchableChange<unknown>, asked: readonly Waiting[]) => {
    const byKey = Map.groupBy(asked, ({ values }) => bundle.keyOf(values));
    const firsts = [...byKey.values()].flatMap((same) => same.slice(0, 1));
    try {
      const made = await together(
        bundle,
        firsts.map(({ values }) => values),
      );
      for (const each of asked) {
        const outcome = made.get(bundle.keyOf(each.values));
        if (outcome === undefined) makeAlone(each);
        else each.resolve(outcome && firsts.includes(each));
      }
    } catch (error) {
      for (const each of asked) isStoreUnavailable(error) ? each.reject(error) : makeAlone(each);
    }
  };
  const ask = batched<Waiting>(MOST_TOGETHER, async (asked) => {
    const kinds = [...Map.groupBy(asked, (each) => each.bundle)];
    await Promise.all(kinds.map(([bundle, ofIt]) => make(bundle, ofIt)));
  });
  return (bundle, values) => {
    const waiting = { ...Promise.withResolvers<boolean>(), bundle, values };
    ask(waiting);
    return waiting.promise;
  };
}
