import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { diskRefusal } from '../files/disk-refusal.ts';
import { syncFolder } from '../files/sync-folder.ts';
import type { Milliseconds } from '../kernel/durations.ts';
import { opaqueId } from '../kernel/ids.ts';
import type { Encoding } from './import.ts';
import { encodingSniffer } from './sniff-encoding.ts';

export interface StagedFile {
  readonly name: string;
  readonly path: string;
  readonly encoding: Encoding;
}

/** Files waiting to be imported. */
export interface StagedFiles {
  pathOf(name: string): string;
  /**
   * Writes a file in chunks, whole and durable, under its own name.
   * @throws AppError `imports.encoding` (422), `store.unavailable` (503)
   */
  stage(chunks: AsyncIterable<Buffer>): Promise<StagedFile>;
  /** Like `stage`, from a local file. */
  stageCopy(path: string): Promise<StagedFile>;
  remove(name: string): Promise<void>;
  /** Removes unused files older than `before` (milliseconds since 1970). */
  sweep(inUse: ReadonlySet<string>, before: Milliseconds): Promise<void>;
}

const PART = '.part';

/** Named independently of the import's id, so that the file is durable before the row that refers to it. */
export function stagedFiles(folder: string): StagedFiles {
  const pathOf = (name: string) => join(folder, name);
  const stage = async (chunks: AsyncIterable<Buffer>): Promise<StagedFile> => {
    const name = `${opaqueId()}.csv`;
    await mkdir(folder, { recursive: true, mode: 0o700 }).catch(diskRefusal);
    try {
      const encoding = await write(pathOf(name + PART), chunks);
      await rename(pathOf(name + PART), pathOf(name)).catch(diskRefusal);
      await syncFolder(folder).catch(diskRefusal);
      return { name, path: pathOf(name), encoding };
    } catch (error) {
      await rm(pathOf(name + PART), { force: true });
      throw error;
    }
  };
  return {
    pathOf,
    stage,
    stageCopy: (path) => stage(createReadStream(path)),
    remove: (name) => rm(pathOf(name), { force: true }),
    sweep: async (inUse, before) => {
      for (const name of await readdir(folder).catch((): string[] => [])) {
        const about = inUse.has(name) ? undefined : await stat(pathOf(name)).catch(() => undefined);
        if (about?.isFile() && about.mtimeMs < before) await rm(pathOf(name), { force: true });
      }
    },
  };
}

/** Readable by the service alone: it contains addresses and password hashes. */
async function write(path: string, chunks: AsyncIterable<Buffer>): Promise<Encoding> {
  const sniffer = encodingSniffer();
  const handle = await open(path, 'wx', 0o600).catch(diskRefusal);
  try {
    for await (const chunk of chunks) {
      sniffer.see(chunk);
      await handle.writeFile(chunk).catch(diskRefusal);
    }
    await handle.sync().catch(diskRefusal);
  } finally {
    await handle.close();
  }
  return sniffer.decide();
}
