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

/** A multiset of keys. */
interface Tally {
  of(key: string): number;
  add(key: string): void;
  subtract(key: string): void;
  /** The most frequent key; `undefined` when empty. */
  highest(): { readonly key: string; readonly count: number } | undefined;
}

function tally(): Tally {
  const counts = new Map<string, number>();
  const of = (key: string) => counts.get(key) ?? 0;
  return {
    of,
    add: (key) => void counts.set(key, of(key) + 1),
    subtract: (key) => {
      if (of(key) > 1) counts.set(key, of(key) - 1);
      else counts.delete(key);
    },
    highest: () => {
      let highest: { key: string; count: number } | undefined;
      for (const [key, count] of counts) if (count > (highest?.count ?? 0)) highest = { key, count };
      return highest;
    },
  };
}

interface Holder {
  readonly account: string;
  readonly address: string;
}

/** The slots of a queue that are taken, counted by account and by client address. */
export interface SlotShares {
  hasFree(): boolean;
  take(holder: Holder): void;
  giveBack(holder: Holder): void;
  /** How far over its share a holder would be with one slot more; 0 may have a slot although others wait. */
  surplusOf(holder: Holder): number;
}

/** An account's share is one slot, a client address's a quarter of them. */
export function slotShares(slots: number): SlotShares {
  const quarter = Math.max(1, Math.floor(slots / 4));
  const held = { accounts: tally(), addresses: tally() };
  let taken = 0;
  return {
    hasFree: () => taken < slots,
    take: ({ account, address }) => {
      taken++;
      held.accounts.add(account);
      held.addresses.add(address);
    },
    giveBack: ({ account, address }) => {
      taken--;
      held.accounts.subtract(account);
      held.addresses.subtract(address);
    },
    surplusOf: ({ account, address }) => {
      const own = held.accounts.of(account);
      const crowded = held.addresses.of(address) < quarter ? 0 : 1;
      return own > 0 ? 1 + own + crowded : crowded;
    },
  };
}
