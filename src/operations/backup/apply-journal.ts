import { byOperator } from '../../platform/audit/audit-context.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import type { Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/kernel/app-error.ts';
import { BEFORE_ALL, epochOf, type Instant, instantAt, nowOf } from '../../platform/kernel/clock.ts';
import { type Milliseconds, minutes } from '../../platform/kernel/durations.ts';
import { messageOf } from '../../platform/kernel/unchecked.ts';
import type { Keyring } from '../../platform/keys/keyring.ts';
import type { JournalledState } from '../../platform/room/contributions.ts';
import type { Platform } from '../../platform/room/platform.ts';
import type { StateEntry } from './journal-file.ts';

interface ApplyDeps extends Pick<Platform, 'database' | 'keys' | 'clock'> {
  readonly journalledStates: readonly JournalledState[];
}

export interface AppliedJournal {
  /** How many states changed something. */
  readonly applied: number;
  /** The states that could not be applied, and why, for the operator. */
  readonly refused: readonly string[];
}

const BATCH = 200;
/** A generous bound for the difference between nodes' clocks: applying a state that the backup already has changes nothing. */
const MARGIN: Milliseconds = minutes(1);

/**
 * Applies the last states in the journal to a restored store, and records each change in the audit log. States from before the
 * backup are left out: the backup has them already, or newer ones if the journal ends early.
 */
export async function applyJournal(
  deps: ApplyDeps,
  states: readonly StateEntry[],
  madeAt: Instant,
): Promise<AppliedJournal> {
  const since = madeAt === BEFORE_ALL ? BEFORE_ALL : instantAt(epochOf(madeAt) - MARGIN);
  const refused: string[] = [];
  let applied = 0;
  for (const state of deps.journalledStates) {
    const own = states.filter(({ kind, at }) => kind === state.kind && at > since);
    for (let from = 0; from < own.length; from += BATCH) {
      const some = own.slice(from, from + BATCH);
      try {
        applied += await applyAll(deps, state, some);
      } catch {
        // One of them failed and rolled back the others: each is now applied by itself.
        for (const one of some)
          applied += await applyAll(deps, state, [one]).catch((error: unknown) => {
            refused.push(`${one.kind} of ${one.key}: ${reasonOf(error)}`);
            return 0;
          });
      }
    }
  }
  return { applied, refused };
}

function applyAll(deps: ApplyDeps, state: JournalledState, states: readonly StateEntry[]): Promise<number> {
  const at = nowOf(deps.clock);
  return deps.database.transaction(async (tx) => {
    let applied = 0;
    for (const entry of states) applied += await applyOne(tx, state, entry, { at, keys: deps.keys });
    return applied;
  });
}

async function applyOne(
  tx: Tx,
  { kind, apply }: JournalledState,
  { key, word }: StateEntry,
  applying: { at: Instant; keys: Keyring },
): Promise<number> {
  const applied = await apply(tx, key, word, applying);
  if (applied === undefined) return 0;
  const { did, about } = applied;
  const meta = { kind, did, ...(about === undefined ? { key } : {}) };
  await recordAudit(tx, byOperator(['backup.reapply'], applying.at), { action: 'backup.reapply', about, meta });
  return 1;
}

const reasonOf = (error: unknown): string => (error instanceof AppError ? error.code : messageOf(error));
