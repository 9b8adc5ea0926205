import type { Milliseconds } from '../../platform/kernel/durations.ts';
import { countedWaiters, type SlotShares, slotShares } from './queue-shares.ts';

/** A requester of a slot. The queue is fair between accounts and between client addresses. */
export interface Claimant {
  /** The canonical e-mail address, with or without an account. */
  readonly account: string;
  /** The client address, as limits count it. */
  readonly address: string;
  /** Aborted when the client disconnects. */
  readonly left?: AbortSignal | undefined;
}

export interface FairQueue {
  /** Takes a slot, at once when one is free; give it back with `leave`. Rejects with `refusal()`. */
  enter(claimant: Claimant): Promise<void> | undefined;
  leave(claimant: Claimant): void;
  /** False when nobody from this address could wait, for any account. */
  hasRoom(address: string): boolean;
  /** Refuses all waiting and later requests. */
  close(): void;
  waiting(): number;
}

export interface FairQueueRules {
  /** How many slots there are. */
  readonly slots: number;
  /** How many may wait; evaluated at each arrival. */
  readonly mostWaiting: () => number;
  readonly longestWait: Milliseconds;
  readonly refusal: () => Error;
}

interface Waiter {
  readonly claimant: Claimant;
  readonly admit: () => void;
  readonly refuse: () => void;
}

/**
 * A queue that no frequent caller can fill. Slots are given in order of arrival, but while others wait, an account holds at
 * most one slot and a client address a quarter of them. In a full queue the account or address with the most waiters gives
 * one up for those with fewer.
 */
export function fairQueue({ slots, mostWaiting, longestWait, refusal }: FairQueueRules): FairQueue {
  const shares = slotShares(slots);
  const crowd = countedWaiters<Waiter>();
  let closed = false;

  const makeRoom = (newcomer: Claimant): boolean => {
    if (crowd.waiters.size < mostWaiting()) return true;
    const greedy = crowd.findGreedy(newcomer);
    greedy?.refuse();
    return greedy !== undefined;
  };
  const wait = (claimant: Claimant) =>
    new Promise<void>((resolve, reject) => {
      const end = () => {
        clearTimeout(timer);
        claimant.left?.removeEventListener('abort', waiter.refuse);
        crowd.remove(waiter);
      };
      const waiter: Waiter = {
        claimant,
        admit: () => {
          end();
          shares.take(claimant);
          resolve();
        },
        refuse: () => {
          end();
          reject(refusal());
        },
      };
      const timer = setTimeout(waiter.refuse, longestWait).unref();
      claimant.left?.addEventListener('abort', waiter.refuse);
      crowd.add(waiter);
    });

  return {
    enter: (claimant) => {
      if (shares.hasFree()) return void shares.take(claimant);
      if (closed || claimant.left?.aborted || !makeRoom(claimant)) return Promise.reject(refusal());
      return wait(claimant);
    },
    leave: (claimant) => {
      shares.giveBack(claimant);
      nextOf(crowd.waiters, shares)?.admit();
    },
    hasRoom: (address) =>
      shares.hasFree() || (!closed && (crowd.waiters.size < mostWaiting() || crowd.hasGreedy(address))),
    close: () => {
      closed = true;
      for (const { refuse } of [...crowd.waiters]) refuse();
    },
    waiting: () => crowd.waiters.size,
  };
}

/** The first whose account and address are within their share, else whoever is least over it. */
function nextOf(waiters: ReadonlySet<Waiter>, shares: SlotShares): Waiter | undefined {
  let next: Waiter | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const waiter of waiters) {
    const surplus = shares.surplusOf(waiter.claimant);
    if (surplus === 0) return waiter;
    if (surplus >= least) continue;
    next = waiter;
    least = surplus;
  }
  return next;
}
