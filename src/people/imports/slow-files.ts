import { AppError } from '../../platform/kernel/app-error.ts';
import type { Clock } from '../../platform/kernel/clock.ts';
import { hours, type Milliseconds } from '../../platform/kernel/durations.ts';

/** Each has taken a core for the whole deadline, and whoever has such a file is told so the first time. */
const MOST = 5;
const WITHIN = hours(1);

/** Reads a file for a caller. */
export type ReadFor = <Result>(caller: string, read: () => Promise<Result>) => Promise<Result>;

/**
 * Refuses further files of a caller whose files took too long. Files that are refused for another reason, at once, do not count, so
 * that correcting one and dropping it again never ends. Of this process: what they cost is its cores.
 * The returned function throws AppError `request.too_many` (429), and what `read` throws.
 */
export function slowFiles(clock: Clock): ReadFor {
  const slow = new Map<string, readonly Milliseconds[]>();
  const recent = (caller: string) => (slow.get(caller) ?? []).filter((at) => at > clock.now() - WITHIN);
  return async (caller, read) => {
    const [first = 0, ...others] = recent(caller);
    if (others.length + 1 >= MOST && first > 0)
      throw new AppError('request.too_many', { retryAfter: first + WITHIN - clock.now() });
    try {
      return await read();
    } catch (error) {
      if (error instanceof AppError && error.code === 'imports.too_slow') {
        for (const one of slow.keys()) if (recent(one).length === 0) slow.delete(one);
        slow.set(caller, [...recent(caller), clock.now()]);
      }
      throw error;
    }
  };
}
