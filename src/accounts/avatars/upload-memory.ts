import { AppError } from '../../platform/kernel/app-error.ts';
import { seconds } from '../../platform/kernel/durations.ts';
import { type TurnQueue, turnQueue } from '../../platform/kernel/turn-queue.ts';

/** A picture takes half a second at most, so the last in the line waits about eight. */
const LONGEST = 16;
const MOST_OF_A_CALLER = 8;

/**
 * The line of pictures to decode. A large one takes a core for half a second and a hundred megabytes; one at a time limits both
 * and leaves the other cores to sign-ins. A full line refuses with `avatars.busy` (503).
 */
export const pictureLine = (): TurnQueue =>
  turnQueue({ mostRunning: 1, mostWaiting: LONGEST, mostWaitingPerCaller: MOST_OF_A_CALLER, full: tooBusy });

const tooBusy = () => new AppError('avatars.busy', { retryAfter: seconds(2) });

/** Limits the memory held by all uploads in progress. */
export interface UploadMemory {
  /**
   * Collects a file of this caller and passes it to `use`.
   * @throws AppError `avatars.busy` (503) when all uploads together, or those of the caller, would hold too much
   */
  holding<Result>(caller: number, work: (collect: Collect) => Promise<Result>): Promise<Result>;
}

type Collect = (chunks: AsyncIterable<Buffer>) => Promise<Buffer>;

/** Somebody who never finishes their uploads must leave room for others. */
const SHARE_OF_A_CALLER = 1 / 4;

/** Counts received bytes, not uploads, so that a slow client that has sent nothing takes no memory. */
export function uploadMemory(most: number): UploadMemory {
  const heldBy = new Map<number, number>();
  let heldByAll = 0;
  const hold = (caller: number, bytes: number) => {
    const held = (heldBy.get(caller) ?? 0) + bytes;
    if (held > 0) heldBy.set(caller, held);
    else heldBy.delete(caller);
    heldByAll += bytes;
  };
  const hasRoom = (caller: number, bytes: number) =>
    heldByAll + bytes <= most && (heldBy.get(caller) ?? 0) + bytes <= most * SHARE_OF_A_CALLER;
  return {
    holding: async (caller, work) => {
      let held = 0;
      const collect: Collect = async (chunks) => {
        const pieces: Buffer[] = [];
        for await (const chunk of chunks) {
          if (!hasRoom(caller, chunk.length)) throw tooBusy();
          hold(caller, chunk.length);
          held += chunk.length;
          pieces.push(chunk);
        }
        return Buffer.concat(pieces);
      };
      try {
        return await work(collect);
      } finally {
        hold(caller, -held);
      }
    },
  };
}
