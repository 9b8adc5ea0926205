import { readdirSync, readFileSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';

const TASKS = '/proc/self/task';
const WORKER_NAME = 'libuv-worker'; // how libuv calls the threads of its pool
const KINDLIER = 5; // nice(2): a third of the weight when both want the core

/**
 * Lets the threads that hash give way to the one that answers: on Linux every thread has a priority of its own. Hashing
 * still gets every core that is idle. Elsewhere, or where it is not allowed, nothing changes.
 */
export function yieldToAnswers(): void {
  try {
    const priority = getPriority() + KINDLIER;
    for (const thread of readdirSync(TASKS)) {
      if (readFileSync(`${TASKS}/${thread}/comm`, 'utf8').trim() === WORKER_NAME) setPriority(Number(thread), priority);
    }
  } catch {}
}
