import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { Language } from '../../accounts/users/user.ts';
import type { Db } from '../../platform/database/database.ts';
import type { LocalCopy } from '../../platform/files/files.ts';
import { streamWhileLive } from '../../platform/http/stream-while-live.ts';
import { turnQueue } from '../../platform/kernel/turn-queue.ts';
import { faultyRows } from './faulty-rows.ts';
import { tooBusy } from './file-inspector.ts';
import type { Import } from './import.ts';
import type { StagedFiles } from './staged-files.ts';

interface FaultyFileDeps {
  readonly db: Db;
  readonly files: Pick<StagedFiles, 'drafting'>;
  /** A local copy of the file of an import. */
  readonly copyOf: (found: Import) => Promise<LocalCopy>;
}

interface FaultyFileAsked {
  readonly found: Import;
  readonly language: Language;
  /** Aborted when the client goes away. */
  readonly left: AbortSignal;
  readonly requireLive: () => Promise<void>;
}

type SendFaultyFile = (caller: number, asked: FaultyFileAsked) => Promise<Readable>;

/**
 * Writes the faulty rows to a temporary file and opens that: reading them takes a thread and some 50 MB, and a client that
 * downloads slowly must not hold those. One download for each caller, so that nobody fills the disk.
 * @throws AppError `imports.busy` (503), `imports.file_gone` (409)
 */
export function faultyFiles({ db, files, copyOf }: FaultyFileDeps): SendFaultyFile {
  const writing = turnQueue({ mostRunning: 2, mostWaiting: 16, mostWaitingPerCaller: 1, full: tooBusy });
  const downloading = new Set<number>();

  const write = async ({ found, language, left, requireLive }: FaultyFileAsked): Promise<Readable> => {
    const copy = await copyOf(found);
    try {
      return await files.drafting(async (draft) => {
        const { path } = await draft(asBytes(faultyRows(db, copy.path, found, language), left));
        const file = (await open(path)).createReadStream(); // it can be read to its end although its name goes now
        return streamWhileLive(file, requireLive).once('close', () => file.destroy());
      });
    } finally {
      await copy.release();
    }
  };

  return async (caller, asked) => {
    if (downloading.has(caller)) throw tooBusy();
    downloading.add(caller);
    const leave = () => downloading.delete(caller);
    try {
      const file = await writing.run(caller, () => write(asked));
      return file.once('end', leave).once('close', leave); // whoever has read it to its end may come again at once
    } catch (error) {
      leave();
      throw error;
    }
  };
}

async function* asBytes(texts: AsyncIterable<string>, left: AbortSignal): AsyncGenerator<Buffer> {
  for await (const text of texts) {
    if (left.aborted) throw tooBusy(); // nobody hears it
    yield Buffer.from(text);
  }
}
