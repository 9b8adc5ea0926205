import type { Milliseconds } from '../kernel/durations.ts';
import type { SealObserver } from './seal-audit.ts';

/** A question to the store with the answer yes or no, which is nearly always the one that was given last. */
interface Question {
  ask(): Promise<boolean>;
  /** Whether a record of this action may change the answer. */
  isChangedBy(action: string): boolean;
  /** After this long a yes is asked about again. */
  yesLasts: Milliseconds;
}

export interface WatchedAnswer extends SealObserver {
  /** The answer may be another one from now on. */
  wake(): void;
  /** As of the last check. */
  isYes(): boolean;
  /** Asks the store if something says that the answer may be another one, and returns it. */
  check(): Promise<boolean>;
}

/**
 * Keeps an answer of the store, so that what nobody uses costs no read: it is asked at the start, and then only once a record says that it
 * may have changed. What another process changed is on record too, and whoever seals that record wakes the watch here.
 */
export function watchedAnswer({ ask, isChangedBy, yesLasts }: Question): WatchedAnswer {
  let [isYes, mustAsk, askedAt] = [false, true, -Infinity];
  const wake = () => {
    mustAsk = true;
  };
  return {
    wake,
    began: wake,
    sealed: (actions) => {
      if ([...actions].some(isChangedBy)) wake();
    },
    isYes: () => isYes,
    check: async () => {
      if (!mustAsk && !(isYes && performance.now() - askedAt >= yesLasts)) return isYes;
      mustAsk = false; // before the question: whatever happens meanwhile asks again
      askedAt = performance.now();
      try {
        isYes = await ask();
      } catch (error) {
        wake();
        throw error;
      }
      return isYes;
    },
  };
}
