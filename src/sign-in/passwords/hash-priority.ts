import { readdirSync, readFileSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';

const TASKS = '/proc/self/task';
const WORKER_NAME = 'libuv-worker'; // libuv's name for its pool threads
const KINDLIER = 5; // nice(2): a third of the weight when both want the core

/**
 * Lowers the priority of the hashing threads below that of the serving thread (Linux has priorities per thread). Hashing still
 * gets every idle core. No effect where this is not supported or not allowed.
 */
export function yieldToAnswers(): void {
  try {
    const priority = getPriority() + KINDLIER;
    for (const thread of readdirSync(TASKS)) {
      if (readFileSync(`${TASKS}/${thread}/comm`, 'utf8').trim() === WORKER_NAME) setPriority(Number(thread), priority);
    }
  } catch {}
}
