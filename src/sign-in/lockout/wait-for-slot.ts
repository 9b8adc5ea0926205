import { setTimeout as pause } from 'node:timers/promises';
import { type Milliseconds, seconds } from '../../platform/kernel/durations.ts';
import { lockoutBusy } from './lockout-refusals.ts';

/** Slightly longer than the lease of a dead process. */
const LONGEST_WAIT: Milliseconds = seconds(3.5);
const LOOK_AGAIN_EVERY: Milliseconds = 40;
const MOST_WAITING = 32;

type Decided<Answer> = Exclude<Answer, { kind: 'busy' }>;

/**
 * Waits briefly for a free slot. At most 32 callers wait; more are refused at once.
 * @throws AppError `attempts.busy` (503)
 */
export function waitingRoom() {
  let waiting = 0;
  return async <Answer extends { kind: string }>(ask: () => Promise<Answer>): Promise<Decided<Answer>> => {
    const first = await ask();
    if (first.kind !== 'busy') return first as Decided<Answer>;
    if (waiting >= MOST_WAITING) throw lockoutBusy();
    waiting++;
    try {
      return await askAgain(ask);
    } finally {
      waiting--;
    }
  };
}

async function askAgain<Answer extends { kind: string }>(ask: () => Promise<Answer>): Promise<Decided<Answer>> {
  const giveUpAt = performance.now() + LONGEST_WAIT;
  while (performance.now() < giveUpAt) {
    await pause(LOOK_AGAIN_EVERY);
    const answer = await ask();
    if (answer.kind !== 'busy') return answer as Decided<Answer>;
  }
  throw lockoutBusy();
}
