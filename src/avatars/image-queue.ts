import { AppError } from '../kernel/app-error.ts';
import { avatarErrors } from './avatars-errors.ts';

/** Runs one task at a time and queues a few more. */
export interface ImageQueue {
  /** @throws AppError `avatars.busy` (503) at once when the queue is full */
  run<Result>(work: () => Promise<Result>): Promise<Result>;
}

/**
 * A large picture takes a core for half a second and a hundred megabytes. One at a time limits both and leaves the other cores
 * to sign-ins.
 */
export function imageQueue(longest: number): ImageQueue {
  let last: Promise<unknown> = Promise.resolve();
  let inside = 0;
  return {
    run: async (work) => {
      if (inside > longest) throw tooBusy();
      inside++;
      const mine = last.then(work);
      last = mine.catch(() => {});
      try {
        return await mine;
      } finally {
        inside--;
      }
    },
  };
}

export const tooBusy = () => new AppError(avatarErrors['avatars.busy'], { headers: { 'retry-after': '2' } });
