import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { findNewestHead } from '../../platform/audit/single-records-store.ts';
import { withLease } from '../../platform/jobs/leased-worker.ts';
import { nowOf } from '../../platform/kernel/clock.ts';
import { days, type Milliseconds, seconds } from '../../platform/kernel/durations.ts';
import type { JournalledState } from '../../platform/room/contributions.ts';
import type { Platform } from '../../platform/room/platform.ts';
import { ledgerPath } from '../../privacy/personal-data/erasure-ledger.ts';
import type { JournalCopies } from './backup-target.ts';
import { type DueState, dropDue, listDue } from './due-states-store.ts';
import { type JournalFile, journalPath, openJournal, type StateEntry } from './journal-file.ts';

export interface JournalDeps extends Pick<Platform, 'database' | 'keys' | 'clock'> {
  readonly dataDir: string;
  /** The copies beside the backups; `undefined` without a place for backups. */
  readonly copies: () => Promise<JournalCopies | undefined>;
  readonly journalledStates: readonly JournalledState[];
}

const BATCH = 500;
/** Short enough that another node takes over within the minute after which `JournalBehind` alerts. */
const LEASE: Milliseconds = seconds(20);
/** Outdated states are removed within a day, since they may be about somebody who was erased since. */
const COMPACTED_EVERY: Milliseconds = days(1);

/**
 * Writes changed states into the journal in the data folder, and copies journal and ledger of erasures to the backups. A note of
 * a change is removed only once its state is in both places, so that none is lost when a node dies or the target is unavailable.
 */
export function journalWriter(deps: JournalDeps): () => Promise<void> {
  const { database, clock, dataDir, keys } = deps;
  /** Notes whose states are in the journal, but not yet at the target. */
  const written = new Set<number>();
  let file: JournalFile | undefined;
  let compactedAt = clock.now();
  const copy = copier(deps);
  const writeDue = async (journal: JournalFile): Promise<boolean> => {
    const begun = nowOf(clock);
    const due = await listDue(database.read, BATCH);
    const states = await readStates(
      deps,
      due.filter(({ id }) => !written.has(id)),
    );
    const isAll = due.length < BATCH;
    const text = await journal.append(states, isAll ? begun : undefined);
    for (const { id } of due) written.add(id);
    await copy.journal(journal.name, text);
    const ids = due.map(({ id }) => id);
    if (ids.length > 0) await database.transaction((tx) => dropDue(tx, ids));
    for (const id of ids) written.delete(id);
    return isAll;
  };
  return async () => {
    file ??= await openJournal(journalPath(dataDir), keys);
    const journal = file;
    await copy.ledger(journal.name);
    if (!(await isBehind(deps, journal))) return;
    await withLease(database, clock, { name: 'journal', length: LEASE }, async () => {
      while (!(await writeDue(journal)));
      if (!journal.isLong() && clock.now() - compactedAt < COMPACTED_EVERY) return;
      await journal.compact();
      compactedAt = clock.now();
      await copy.journal(journal.name, undefined);
    });
  };
}

/** Called every few seconds: an idle service writes nothing. */
async function isBehind({ database }: JournalDeps, journal: JournalFile): Promise<boolean> {
  if ((await listDue(database.read, 1)).length > 0) return true;
  const head = await findNewestHead(database.read);
  return head !== undefined && head.signed_at > (journal.through() ?? '');
}

async function readStates(
  { database, journalledStates, clock }: JournalDeps,
  due: readonly DueState[],
): Promise<StateEntry[]> {
  const states: StateEntry[] = [];
  for (const { kind, read } of journalledStates) {
    const wanted = [...new Set(due.flatMap((one) => (one.kind === kind ? [one.key] : [])))];
    if (wanted.length === 0) continue;
    const found = await read(database.read, wanted);
    const at = nowOf(clock); // taken after the read, so that no state is newer than `at`
    for (const [key, word] of found) states.push({ kind, key, at, word });
  }
  return states;
}

function copier({ dataDir, copies }: JournalDeps) {
  let ledgerSize: number | undefined;
  return {
    journal: async (name: string, appended: string | undefined): Promise<void> =>
      (await copies())?.journal(name, journalPath(dataDir), appended),
    ledger: async (name: string): Promise<void> => {
      const from = ledgerPath(dataDir);
      if (!existsSync(from)) return;
      const { size } = await stat(from);
      if (size === ledgerSize) return;
      await (await copies())?.ledger(name, from);
      ledgerSize = size;
    },
  };
}
