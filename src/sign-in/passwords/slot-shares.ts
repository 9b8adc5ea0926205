import { tally } from './tally.ts';

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
