import type { Journals } from '../../operations/backup/read-journals.ts';
import type { OutsideHead } from '../../platform/audit/audit-head-file.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import type { ErasureEntry } from '../../privacy/personal-data/erasure-ledger.ts';

/** How far what lies outside the database reaches. A stale copy cannot be told from a complete one, so a person must judge. */
export interface Reach {
  readonly journal: Instant | undefined;
  /** One for each node that wrote any. */
  readonly journals: number;
  readonly head: Pick<OutsideHead, 'seq' | 'signed_at'> | undefined;
  readonly erasures: number;
  readonly lastErasure: Instant | undefined;
}

export function reachOf(
  { through, files }: Journals,
  head: OutsideHead | undefined,
  entries: readonly ErasureEntry[],
): Reach {
  const erasedAt = entries.map(({ erased_at }) => erased_at).sort();
  return { journal: through, journals: files, head, erasures: entries.length, lastErasure: erasedAt.at(-1) };
}

/** For people: through which instant and head, and what may lie beyond. Always told: a copy that stopped early looks complete. */
export function textOf({ journal, journals, head, erasures, lastErasure }: Reach): string {
  const through = [
    `journal ${journal ?? 'none'}`,
    `heads ${head === undefined ? 'none' : `${head.seq} of ${head.signed_at}`}`,
    `ledger ${lastErasure === undefined ? 'none' : `${lastErasure}, with ${erasures === 1 ? '1 erasure' : `${erasures} erasures`}`}`,
  ];
  const beyond = [
    journal === undefined
      ? 'all that was changed of people, applications and keys since the backup'
      : `changes of people, applications and keys after ${journal}, or in a journal that is not here: there ${journals === 1 ? 'is 1, of one node' : `are ${journals}, of as many nodes`}`,
    head === undefined ? 'any records after the backup' : `audit records after ${head.seq}`,
    lastErasure === undefined ? 'any erasure' : `erasures after ${lastErasure}`,
  ];
  return `Through: ${through.join('; ')}.\nNot in them, if the service ran longer: ${beyond.join('; ')}. Repeat that.`;
}
