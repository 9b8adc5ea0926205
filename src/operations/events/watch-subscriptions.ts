import type { SealObserver } from '../../platform/audit/seal-audit.ts';
import type { Db } from '../../platform/database/database.ts';
import { seconds } from '../../platform/kernel/durations.ts';
import { hasActiveSubscription } from './subscriptions-store.ts';

/** While somebody subscribes: to notice the end of the last subscription. */
const ASK_EVERY = seconds(30);

export interface SubscriptionWatch extends SealObserver {
  /** Somebody may get events from now on. */
  wake(): void;
  /** As of the last look. */
  isWanted(): boolean;
  /** Asks the store if something says that the answer may be another one, and returns it. */
  look(): Promise<boolean>;
}

/**
 * Whether anybody is to get events. Where nobody subscribes, the store is asked at the start and never again: what another process
 * changed is on record, and whoever seals that record wakes the watch here.
 */
export function subscriptionWatch(read: Db): SubscriptionWatch {
  let [isWanted, mustAsk, askedAt] = [false, true, -Infinity];
  const wake = () => {
    mustAsk = true;
  };
  return {
    wake,
    began: wake,
    sealed: (actions) => {
      if ([...actions].some((action) => action.startsWith('subscription.'))) wake();
    },
    isWanted: () => isWanted,
    look: async () => {
      if (!mustAsk && !(isWanted && performance.now() - askedAt >= ASK_EVERY)) return isWanted;
      mustAsk = false; // before the question: whatever happens meanwhile asks again
      askedAt = performance.now();
      try {
        isWanted = await hasActiveSubscription(read);
      } catch (error) {
        wake();
        throw error;
      }
      return isWanted;
    },
  };
}
