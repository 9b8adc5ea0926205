import { type Milliseconds, seconds } from '../kernel/durations.ts';
import { isWriteRefusal } from './store-errors.ts';

/** Background work writes more often than that, so a store that goes on refusing is known all the time. */
const REMEMBERED: Milliseconds = seconds(30);

/**
 * Remembers when the store last refused to write. A full or read-only one answers every read, so a read alone does not show it.
 * A success in between tells nothing: a small change may still fit where others do not.
 */
export interface WriteRefusals {
  /** Runs `write`, and remembers its refusal. */
  noting<Result>(write: () => Promise<Result>): Promise<Result>;
  /** @throws the refusal of half a minute ago or less */
  check(): void;
}

export function writeRefusals(now = () => performance.now()): WriteRefusals {
  let last: { readonly error: unknown; readonly at: Milliseconds } | undefined;
  return {
    noting: async (write) => {
      try {
        return await write();
      } catch (error) {
        if (isWriteRefusal(error)) last = { error, at: now() };
        throw error;
      }
    },
    check: () => {
      if (last !== undefined && now() - last.at <= REMEMBERED) throw last.error;
    },
  };
}
