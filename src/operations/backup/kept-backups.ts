import { CLOCKS_DIFFER, type Clock, instantAt } from '../../platform/kernel/clock.ts';
import type { BackupTarget, KeptBackup } from './backup-target.ts';
import { BackupFault, readSealedHead, type SealedHead } from './sealed-file.ts';

/** A backup at the target, and what its head says. */
export interface ListedBackup extends KeptBackup {
  /** The head, or the problem with it. */
  readonly head: SealedHead | string;
  /** It says that it was made later than now: this clock is behind, or that one was ahead. */
  readonly isAhead: boolean;
}

/**
 * Newest first: in the order in which they were made, which neither a clock nor a name decides. One whose head is damaged counts
 * as the oldest.
 */
export async function listKept(target: BackupTarget, clock: Clock): Promise<ListedBackup[]> {
  const soon = instantAt(clock.now() + CLOCKS_DIFFER);
  const kept: ListedBackup[] = [];
  for (const backup of await target.list()) {
    const head = await headOf(target, backup.name);
    kept.push({ ...backup, head, isAhead: typeof head !== 'string' && head.made_at > soon });
  }
  return kept.sort((one, other) => numberOf(other) - numberOf(one)); // stable, so equal ones stay as their names are
}

export const nextNumber = (kept: readonly ListedBackup[]): number => Math.max(0, ...kept.map(numberOf)) + 1;

const numberOf = ({ head }: ListedBackup): number => (typeof head === 'string' ? 0 : head.number);

async function headOf(target: BackupTarget, name: string): Promise<SealedHead | string> {
  try {
    return await readSealedHead(await target.open(name));
  } catch (error) {
    if (error instanceof BackupFault) return error.message;
    throw error;
  }
}
