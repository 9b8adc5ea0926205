import { AppError } from '../kernel/app-error.ts';
import { type Milliseconds, seconds } from '../kernel/durations.ts';
import type { Load } from './database.ts';

/** From asking for the writing connection to the start of the transaction. */
export const LONGEST_WAIT = seconds(5);
const MOST_WAITING = 2000;

export interface WriterQueue {
  enter(): Promise<void>;
  leave(): void;
  load(): Load;
}

interface Waiting {
  admit(): void;
}

/** Writing time within one turn of the event loop. */
const TURN: Milliseconds = 5;

/**
 * First come, first served, one at a time, and only briefly per turn of the event loop: transactions proceed by
 * microtasks alone, so a long run of them would starve all readers. Whoever waits too long, or meets a full queue, gets
 * 503.
 */
export function writerQueue(): WriterQueue {
  const waiting = new Set<Waiting>();
  let taken = false;
  let turnEnds = 0; // 0: nothing was written in this turn yet
  const isTimeLeft = (): boolean => {
    const now = performance.now();
    if (turnEnds === 0) {
      turnEnds = now + TURN;
      setImmediate(() => {
        turnEnds = 0;
      });
    }
    return now < turnEnds;
  };
  const admitNext = () => {
    const [next] = waiting;
    if (next === undefined) taken = false;
    else next.admit();
  };
  return {
    enter: () => {
      if (!taken) {
        taken = true;
        return isTimeLeft() ? Promise.resolve() : new Promise((admit) => setImmediate(admit));
      }
      return waiting.size >= MOST_WAITING ? Promise.reject(overfull()) : joined(waiting);
    },
    load: () => ({ busy: taken ? 1 : 0, idle: taken ? 0 : 1, waiting: waiting.size }),
    leave: () => {
      if (waiting.size > 0 && !isTimeLeft()) setImmediate(admitNext);
      else admitNext();
    },
  };
}

function joined(waiting: Set<Waiting>): Promise<void> {
  return new Promise((resolve, reject) => {
    const giveUp = () => {
      waiting.delete(entry);
      reject(overfull());
    };
    const timer = setTimeout(giveUp, LONGEST_WAIT);
    const entry: Waiting = {
      admit: () => {
        clearTimeout(timer);
        waiting.delete(entry);
        resolve();
      },
    };
    waiting.add(entry);
  });
}

const overfull = () => new AppError('store.unavailable', { retryAfter: seconds(2) });
