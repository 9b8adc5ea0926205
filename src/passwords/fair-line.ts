import type { Milliseconds } from '../kernel/durations.ts';
import { lineCrowd } from './line-crowd.ts';
import { tally } from './tally.ts';

/** A requester of a place. The line is fair between accounts and between client addresses. */
export interface Claimant {
  /** The canonical e-mail address, with or without an account. */
  readonly account: string;
  /** The client address, as limits count it. */
  readonly address: string;
  /** Aborted when the client disconnects. */
  readonly left?: AbortSignal | undefined;
}

export interface FairLine {
  /** Takes a place, at once when one is free; give it back with `leave`. Rejects with `refusal()`. */
  enter(claimant: Claimant): Promise<void> | undefined;
  leave(claimant: Claimant): void;
  /** False when nobody from this address could wait, for any account. */
  hasRoom(address: string): boolean;
  /** Refuses all waiting and later requests. */
  close(): void;
  waiting(): number;
}

export interface FairLineRules {
  /** How many places there are. */
  readonly places: number;
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
 * A queue that no frequent caller can fill. Places are given in order of arrival, but while others wait, an account holds at
 * most one place and a client address a quarter of them. In a full queue the account or address with the most waiters gives
 * one up for those with fewer.
 */
export function fairLine({ places, mostWaiting, longestWait, refusal }: FairLineRules): FairLine {
  const quarter = Math.max(1, Math.floor(places / 4));
  const crowd = lineCrowd<Waiter>();
  const held = { accounts: tally(), addresses: tally() };
  let taken = 0;
  let closed = false;

  const take = ({ account, address }: Claimant) => {
    taken++;
    held.accounts.add(account);
    held.addresses.add(address);
  };
  /** How far a waiter is over its share; 0 may have a place although others wait. */
  const surplusOf = ({ claimant: { account, address } }: Waiter): number => {
    const own = held.accounts.of(account);
    const crowded = held.addresses.of(address) < quarter ? 0 : 1;
    return own > 0 ? 1 + own + crowded : crowded;
  };
  const next = (): Waiter | undefined => {
    let best: { waiter: Waiter; surplus: number } | undefined;
    for (const waiter of crowd.waiters) {
      const surplus = surplusOf(waiter);
      if (surplus === 0) return waiter;
      if (best === undefined || surplus < best.surplus) best = { waiter, surplus };
    }
    return best?.waiter;
  };
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
          take(claimant);
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
      if (taken < places) return void take(claimant);
      if (closed || claimant.left?.aborted || !makeRoom(claimant)) return Promise.reject(refusal());
      return wait(claimant);
    },
    leave: ({ account, address }) => {
      taken--;
      held.accounts.subtract(account);
      held.addresses.subtract(address);
      next()?.admit();
    },
    hasRoom: (address) =>
      taken < places || (!closed && (crowd.waiters.size < mostWaiting() || crowd.hasGreedy(address))),
    close: () => {
      closed = true;
      for (const { refuse } of [...crowd.waiters]) refuse();
    },
    waiting: () => crowd.waiters.size,
  };
}
