import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { AuditAction } from '../../platform/audit/audit-actions.ts';
import { type AuditedCall, byOperator } from '../../platform/audit/audit-context.ts';
import type { Database, Db, Tx } from '../../platform/database/database.ts';
import { isStoreUnavailable } from '../../platform/database/store-errors.ts';
import { type GoOn, type LeasedWorker, leasedWorker } from '../../platform/jobs/leased-worker.ts';
import { type Clock, type Instant, nowOf } from '../../platform/kernel/clock.ts';
import type { ActRow, ActRowStore } from './act-rows-store.ts';
import type { ActStore } from './acts-store.ts';
import { type Act, isOver, isUndoing } from './long-act.ts';

/** What is done in one transaction: the rows between two places. */
export interface Batch<Item> {
  readonly items: readonly Item[];
  readonly from: number;
  readonly to: number;
}

/**
 * A kind of long act: what its rows are, what running and undoing them does, and what is recorded. The worker adds leases, resuming after
 * a crash, progress, the check of the requester before each batch, and the end.
 */
export interface LongActKind<Of extends Act, By extends { readonly call: AuditedCall }, Item, Row extends ActRow> {
  /** The name of its lease and of its recurring job. */
  readonly name: string;
  readonly acts: ActStore<Of>;
  readonly rows: ActRowStore<Row>;
  /** Audit actions that a run may record. */
  readonly declared: readonly AuditAction[];
  /** Upkeep before each round. */
  readonly prepare?: () => Promise<void>;
  /** On whose behalf the next batch runs; `undefined` when they lost the right to it. */
  findActing(db: Db, act: Of, at: Instant): Promise<By | undefined>;
  /** What is still to be done, from `next_place` on. */
  batches(act: Of): AsyncIterable<Batch<Item>>;
  /** In which transaction a batch is run or undone. */
  readonly within: 'transaction' | 'bulkTransaction';
  /** Does one batch and stores its rows and counts. `act` is the claimed one. */
  run(tx: Tx, act: Of, by: By, items: readonly Item[]): Promise<void>;
  /** Rows that are undone in one transaction. */
  readonly undoneAtOnce: number;
  /** Undoes rows and stores their outcomes. Returns how many were undone; the others are kept. */
  undo(tx: Tx, act: Of, by: By, rows: readonly Row[]): Promise<number>;
  /** Batches after which another act has its turn; without it, an act runs to its end. */
  readonly turn?: number;
  /** Why an act ended early; without an error, the requester lost the right to it. */
  failureOf(error?: unknown): string;
  /** Columns of its own that the end changes, JSON as text. */
  atRest(act: Of, failure: string | null): Readonly<Record<string, unknown>>;
  /** Records the end, in its transaction. */
  recordEnd(tx: Tx, call: AuditedCall, ended: Of, failure: string | null): Promise<void>;
  /** After the end was committed; `ended` is missing if another node did it. */
  afterEnd?(start: Of, ended: Of | undefined): Promise<void>;
}

interface WorkerDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Logger;
}

/** `stopped`: another node continues, or it continues later. `turn`: there is more, but others come first. */
type RunResult = 'done' | 'stopped' | 'turn' | 'not entitled';

/** Runs and undoes the acts of a kind, across all nodes one at a time. */
export function actWorker<Of extends Act, By extends { readonly call: AuditedCall }, Item, Row extends ActRow>(
  deps: WorkerDeps,
  kind: LongActKind<Of, By, Item, Row>,
): LeasedWorker {
  const { database, clock, log } = deps;
  const { acts, rows } = kind;
  const { read } = database;
  let last = 0;

  /**
   * Does the remaining rows. Each batch is one transaction of what it does, audit records, mails, rows and progress, so that a run killed
   * anywhere resumes with every row done exactly once.
   */
  const run = async (start: Of, goOn: GoOn): Promise<RunResult> => {
    let done = 0;
    for await (const { items, from, to } of kind.batches(start)) {
      const result = await inBatch(start, goOn, kind.within, async (tx, by, at) => {
        const claimed = await acts.claim(tx, start.id, from, to, at);
        if (claimed !== undefined) await kind.run(tx, claimed, by, items);
        return claimed !== undefined;
      });
      if (result !== 'done') return result;
      done += 1;
      if (done === kind.turn) return 'turn';
    }
    return 'done';
  };

  /** Undoes rows in batches too. What was changed since stays as it is. */
  const undo = async (start: Of, goOn: GoOn): Promise<RunResult> => {
    let done = 0;
    for (let from = start.undo_place; ; done += 1) {
      if (done === kind.turn) return 'turn';
      const some = await rows.listUndoable(read, start.id, from, kind.undoneAtOnce);
      const lastRow = some.at(-1);
      if (lastRow === undefined) return 'done';
      const to = rows.placeOf(lastRow);
      const result = await inBatch(start, goOn, kind.within, async (tx, by) => {
        if (!(await acts.claimUndo(tx, start.id, from, to))) return false;
        const undone = await kind.undo(tx, start, by, some);
        await acts.addCounts(tx, start.id, { undone, kept: some.length - undone });
        return true;
      });
      if (result !== 'done') return result;
      from = to;
    }
  };

  const inBatch = async (
    start: Of,
    goOn: GoOn,
    within: 'transaction' | 'bulkTransaction',
    work: (tx: Tx, by: By, at: Instant) => Promise<boolean>,
  ): Promise<'done' | 'stopped' | 'not entitled'> => {
    if (!(await goOn())) return 'stopped';
    const by = await kind.findActing(read, start, nowOf(clock));
    if (by === undefined) return 'not entitled';
    const isDone = await database[within]((tx) => work(tx, by, nowOf(clock)));
    await yieldToEventLoop();
    return isDone ? 'done' : 'stopped';
  };

  const finish = async (start: Of, failure: string | null): Promise<void> => {
    const at = nowOf(clock);
    const status = failure !== null ? 'failed' : isUndoing(start) ? 'undone' : 'completed';
    const when = isUndoing(start) ? { undone_at: at } : { finished_at: at };
    const by = await kind.findActing(read, start, at);
    const ended = await database.transaction(async (tx) => {
      const row = await acts.finish(tx, start, { status, failure, ...when }, kind.atRest(start, failure));
      if (row !== undefined) await kind.recordEnd(tx, by?.call ?? byOperator(kind.declared, at), row, failure);
      return row;
    });
    await kind.afterEnd?.(start, ended);
    if (ended) log.info({ kind: kind.name, act: ended.id, status, undone: ended.undone }, 'a long act ended');
  };

  /** Whether the next act may follow. An unavailable store does not end an act: it continues later. */
  const work = async (id: number, goOn: GoOn): Promise<boolean> => {
    const start = await acts.find(read, id);
    if (start === undefined || isOver(start)) return true;
    try {
      const result = await (isUndoing(start) ? undo : run)(start, goOn);
      if (result === 'stopped') return false;
      if (result !== 'turn') await finish(start, result === 'not entitled' ? kind.failureOf() : null);
    } catch (error) {
      if (isStoreUnavailable(error)) throw error;
      log.error({ err: error, kind: kind.name, act: id }, 'a long act failed');
      await finish(start, kind.failureOf(error));
    }
    return true;
  };

  return leasedWorker(deps, {
    name: kind.name,
    ...(kind.prepare === undefined ? {} : { prepare: kind.prepare }),
    findNext: async () => (await acts.findOpen(read, last)) ?? acts.findOpen(read, 0),
    work: ({ id }, goOn) => {
      last = id;
      return work(id, goOn);
    },
  });
}

/** Deletes acts that ended before an instant, at most `most` rows at once. Returns the number of deleted rows and acts. */
export async function forgetOldActs(
  tx: Tx,
  { acts, rows }: { acts: Pick<ActStore<Act>, 'listEndedBefore' | 'drop'>; rows: Pick<ActRowStore<ActRow>, 'drop'> },
  before: Instant,
  most: number,
): Promise<number> {
  let gone = 0;
  for (const id of await acts.listEndedBefore(tx, before, most)) {
    gone += await rows.drop(tx, id, most - gone);
    if (gone === most) return gone;
    await acts.drop(tx, id);
    gone += 1;
    if (gone === most) return gone;
  }
  return gone;
}
