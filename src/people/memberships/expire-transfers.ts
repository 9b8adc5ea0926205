import { byOperator } from '../../platform/audit/audit-context.ts';
import { nowOf } from '../../platform/kernel/clock.ts';
import type { Platform } from '../../platform/room/platform.ts';
import { OPEN_STATES } from './transfer.ts';
import { recordStep } from './transfer-steps.ts';
import { listOverdue, moveTransfer } from './transfers-store.ts';

const AT_ONCE = 200;

/** Ends what nobody answered in time, each once, however many nodes try. Returns how many. */
export async function expireTransfers({ database, clock }: Pick<Platform, 'database' | 'clock'>): Promise<number> {
  const at = nowOf(clock);
  let ended = 0;
  for (;;) {
    const due = await listOverdue(database.read, at, AT_ONCE);
    for (const { id } of due) ended += Number(await expireOne(id));
    if (due.length < AT_ONCE) return ended;
  }

  function expireOne(id: number): Promise<boolean> {
    return database.transaction(async (tx) => {
      const transfer = await moveTransfer(tx, id, { from: OPEN_STATES, to: 'expired', at });
      if (transfer === undefined) return false;
      await recordStep(tx, byOperator(['transfer.expire'], at), 'transfer.expire', transfer, 'service');
      return true;
    });
  }
}
