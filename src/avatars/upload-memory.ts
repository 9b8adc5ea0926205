import { tooBusy } from './image-queue.ts';

/** Limits the memory held by all uploads in progress. */
export interface UploadMemory {
  /**
   * Collects a file and passes it to `use`.
   * @throws AppError `avatars.busy` (503) when all uploads together would hold too much
   */
  holding<Result>(work: (collect: Collect) => Promise<Result>): Promise<Result>;
}

type Collect = (chunks: AsyncIterable<Buffer>) => Promise<Buffer>;

/** Counts received bytes, not uploads, so that a slow client that has sent nothing takes no memory. */
export function uploadMemory(most: number): UploadMemory {
  let heldByAll = 0;
  return {
    holding: async (work) => {
      let held = 0;
      const collect: Collect = async (chunks) => {
        const pieces: Buffer[] = [];
        for await (const chunk of chunks) {
          if (heldByAll + chunk.length > most) throw tooBusy();
          heldByAll += chunk.length;
          held += chunk.length;
          pieces.push(chunk);
        }
        return Buffer.concat(pieces);
      };
      try {
        return await work(collect);
      } finally {
        heldByAll -= held;
      }
    },
  };
}
