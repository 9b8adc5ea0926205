import { hasReceivers } from '../../accounts/recipients/recipients-store.ts';
import type { SealObserver } from '../../platform/audit/seal-audit.ts';
import type { Db } from '../../platform/database/database.ts';

/** Their records are in the transactions that make whoever may be given data of people. */
const MAKING: readonly string[] = ['application.create', 'recipient.create'];

export interface RecipientWatch extends SealObserver {
  /** Asks the store if there was nobody so far and that may have changed, and returns it. */
  look(): Promise<boolean>;
}

/**
 * Whether there is anybody to whom orders may go. Where nobody is, the store is asked at the start and never again: what any process
 * made is on record, and whoever seals that record learns of it here.
 */
export function recipientWatch(read: Db): RecipientWatch {
  let [isThere, mustAsk] = [false, true];
  const wake = () => {
    mustAsk = true;
  };
  return {
    began: wake,
    sealed: (actions) => {
      if (MAKING.some((action) => actions.has(action))) wake();
    },
    look: async () => {
      if (isThere || !mustAsk) return isThere;
      mustAsk = false; // before the question: whatever happens meanwhile asks again
      try {
        isThere = await hasReceivers(read);
      } catch (error) {
        wake();
        throw error;
      }
      return isThere;
    },
  };
}
