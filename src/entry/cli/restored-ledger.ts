import { ledgersIn } from '../../operations/backup/read-journals.ts';
import type { TellProgress } from '../../platform/kernel/progress.ts';
import type { Keyring } from '../../platform/keys/keyring.ts';
import {
  type ErasureEntry,
  erasureLedger,
  isOwnEntry,
  ledgerPath,
} from '../../privacy/personal-data/erasure-ledger.ts';
import type { PrivacyDeps } from '../../privacy/personal-data/personal-data-deps.ts';
import { type ReplayedErasure, replayErasures } from '../../privacy/personal-data/replay-erasures.ts';
import { CASES_AT_ONCE, runErasures } from '../../privacy/personal-data/run-erasures.ts';

/**
 * Merges the ledgers of a folder into that of the data folder: that of a backup, or those of all nodes beside the backups. Returns how
 * many entries were left out, being another store's.
 */
export async function mergeLedgers(dataDir: string, folder: string, keys: Keyring): Promise<number> {
  const ledger = erasureLedger(ledgerPath(dataDir));
  let leftOut = 0;
  for (const path of await ledgersIn([folder]))
    for (const entry of await erasureLedger(path).list())
      if (isOwnEntry(keys, entry)) await ledger.append(entry);
      else leftOut++;
  return leftOut;
}

/** Opens the erasures of the ledger again and carries them out. */
export async function replayLedger(
  privacy: PrivacyDeps,
  entries: readonly ErasureEntry[],
  tell: TellProgress = () => {},
): Promise<ReplayedErasure[]> {
  const replayed = await replayErasures(privacy, entries);
  const total = entries.length;
  for (let done = 0; done < total; done += CASES_AT_ONCE) {
    tell({ stage: 'Erasing', done, total, unit: 'people' });
    await runErasures(privacy);
  }
  return replayed;
}
