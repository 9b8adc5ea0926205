import type { TellProgress } from '../../platform/kernel/progress.ts';
import type { ErasureEntry } from '../../privacy/privacy/erasure-ledger.ts';
import type { PrivacyDeps } from '../../privacy/privacy/privacy-deps.ts';
import { type ReplayedErasure, replayErasures } from '../../privacy/privacy/replay-erasures.ts';
import { CASES_AT_ONCE, runErasures } from '../../privacy/privacy/run-erasures.ts';

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
