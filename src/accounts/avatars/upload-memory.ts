import { tooBusy } from './picture-line.ts';

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
