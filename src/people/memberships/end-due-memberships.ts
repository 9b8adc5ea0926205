import { holdAnyUserRow } from '../../accounts/users/accounts-store.ts';
import { findMembership, listDue } from '../../accounts/users/memberships-store.ts';
import { byOperator } from '../../platform/audit/audit-context.ts';
import { AppError } from '../../platform/kernel/app-error.ts';
import { nowOf } from '../../platform/kernel/clock.ts';
import type { Platform } from '../../platform/room/platform.ts';
import { zagrebDay } from '../../platform/sheets/zagreb-time.ts';
import { closeMembership } from './member-acts.ts';

const AT_ONCE = 200;

/**
 * Ends the memberships whose last day is over in Zagreb, each once, however many nodes try and however long nobody did. The last
 * superadmin stays. Returns how many.
 */
export async function endDueMemberships({ database, clock }: Pick<Platform, 'database' | 'clock'>): Promise<number> {
  const at = nowOf(clock);
  const today = zagrebDay(at);
  let all = 0;
  let after = 0;
  for (;;) {
    const due = await listDue(database.read, today, after, AT_ONCE);
    for (const { id, user_id } of due) all += Number(await endOne(id, user_id));
    after = due.at(-1)?.id ?? after;
    if (due.length < AT_ONCE) return all;
  }

  async function endOne(id: number, userId: number): Promise<boolean> {
    try {
      return await database.transaction(async (tx) => {
        await holdAnyUserRow(tx, userId);
        const membership = await findMembership(tx, id);
        // Somebody may have ended or prolonged it since.
        if (membership?.until == null || membership.state === 'ended' || membership.until >= today) return false;
        await closeMembership({ tx, call: byOperator(['membership.end'], at), membership }, 'until');
        return true;
      });
    } catch (error) {
      if (error instanceof AppError && error.status === 409) return false;
      throw error;
    }
  }
}
