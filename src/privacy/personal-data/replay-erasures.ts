import { findAccount } from '../../accounts/users/accounts-store.ts';
import { isErased } from '../../accounts/users/erase-user.ts';
import { isUniqueViolation } from '../../platform/database/store-errors.ts';
import { nowOf } from '../../platform/kernel/clock.ts';
import type { UserId } from '../../platform/kernel/entity-id.ts';
import type { ErasureOrigin } from './erasure.ts';
import type { ErasureEntry } from './erasure-ledger.ts';
import { addRequest, changeRequest, findOpenOf } from './erasure-requests-store.ts';
import type { PrivacyDeps } from './personal-data-deps.ts';

/** `unknown`: the backup is older than the account. `another`: the id belongs to another person now. */
export type ReplayOutcome = 'approved' | 'erased' | 'unknown' | 'another';

export interface ReplayedErasure {
  readonly entry: ErasureEntry;
  readonly outcome: ReplayOutcome;
}

/**
 * Opens an approved erasure for each ledger entry that a restored database does not have. They are then carried out like all
 * others.
 */
export async function replayErasures(deps: PrivacyDeps, entries: readonly ErasureEntry[]): Promise<ReplayedErasure[]> {
  const outcomes: ReplayedErasure[] = [];
  for (const entry of entries) outcomes.push({ entry, outcome: await replay(deps, entry) });
  return outcomes;
}

async function replay(deps: PrivacyDeps, entry: ErasureEntry): Promise<ReplayOutcome> {
  const person = await findAccount(deps.database.read, entry.user_id);
  if (person === undefined) return 'unknown';
  if (person.created_at !== entry.user_created_at) return 'another';
  if (isErased(person)) return 'erased';
  await openApproved(deps, person.id, 'replay');
  return 'approved';
}

/**
 * Opens an approved erasure, or approves the person's own pending request; never two. Returns whether it did: false while
 * another is in progress, or when the restore period ends during a legal hold.
 */
export async function openApproved(
  { database, clock }: Pick<PrivacyDeps, 'database' | 'clock'>,
  userId: UserId,
  origin: Exclude<ErasureOrigin, 'request'>,
): Promise<boolean> {
  const at = nowOf(clock);
  return database
    .transaction(async (tx) => {
      const open = await findOpenOf(tx, userId);
      if (open?.status === 'approved' || (origin === 'retention' && open?.legal_hold_at)) return false;
      const change = { status: 'approved', origin, decided_at: at, legal_hold_at: null, updated_at: at } as const;
      if (open === undefined) await addRequest(tx, { userId, origin, status: 'approved', at, dueAt: at });
      else await changeRequest(tx, open.id, { status: ['pending', 'failed'] }, change);
      return true;
    })
    .catch((error: unknown) => {
      if (!isUniqueViolation(error, 'erasure_requests__user_id_unique')) throw error;
      return false; // another node was faster
    });
}
