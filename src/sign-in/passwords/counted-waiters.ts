import { tally } from './tally.ts';

interface Waiting {
  readonly claimant: { readonly account: string; readonly address: string };
}

/** The waiters of a queue, in order of arrival, counted by account and by client address. */
export interface CountedWaiters<Waiter extends Waiting> {
  readonly waiters: ReadonlySet<Waiter>;
  add(waiter: Waiter): void;
  remove(waiter: Waiter): void;
  /** The waiter to drop for a newcomer: one of the account or address with the most, if that is more than the newcomer would have. */
  findGreedy(newcomer: Waiter['claimant']): Waiter | undefined;
  /** Whether a waiter could be dropped for a newcomer from this address, for any account. */
  hasGreedy(address: string): boolean;
}

export function countedWaiters<Waiter extends Waiting>(): CountedWaiters<Waiter> {
  const waiters = new Set<Waiter>();
  const queued = { account: tally(), address: tally() };
  /** Matches the waiters of the account or address with the most in the queue, if that is more than `own` plus one. */
  const greediest = (by: 'account' | 'address', own: number): ((waiter: Waiter) => boolean) | undefined => {
    const highest = queued[by].highest();
    if (highest === undefined || highest.count <= own + 1) return undefined;
    return ({ claimant }) => claimant[by] === highest.key;
  };
  return {
    waiters,
    add: (waiter) => {
      waiters.add(waiter);
      queued.account.add(waiter.claimant.account);
      queued.address.add(waiter.claimant.address);
    },
    remove: (waiter) => {
      waiters.delete(waiter);
      queued.account.subtract(waiter.claimant.account);
      queued.address.subtract(waiter.claimant.address);
    },
    findGreedy: ({ account, address }) => {
      const isGreedy =
        greediest('account', queued.account.of(account)) ?? greediest('address', queued.address.of(address));
      const greedy = isGreedy ? [...waiters].filter(isGreedy) : [];
      const crowd = queued.address.highest()?.key;
      // Drop one from the busiest address first: it may have named another person's account.
      const last = greedy.findLast((waiter) => waiter.claimant.address === crowd) ?? greedy.at(-1);
      return last === undefined || (address === crowd && last.claimant.address !== crowd) ? undefined : last;
    },
    hasGreedy: (address) =>
      greediest('account', 0) !== undefined || greediest('address', queued.address.of(address)) !== undefined,
  };
}
