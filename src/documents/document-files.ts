import { createHash } from 'node:crypto';
import { mkdir, open, opendir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { diskRefusal } from '../files/disk-refusal.ts';
import { syncFolder } from '../files/sync-folder.ts';
import type { Milliseconds } from '../kernel/durations.ts';
import { opaqueId } from '../kernel/ids.ts';

const NAME = /^([0-9a-f]{64})\.pdf$/;
const INCOMING = '.incoming';

/** A received file without its final name. */
export interface StagedFile {
  readonly path: string;
  readonly sha256: string;
  /** In bytes. */
  readonly size: number;
}

/** Writes chunks to disk, whole and durable. */
type Stage = (chunks: AsyncIterable<Buffer> | Iterable<Buffer>) => Promise<StagedFile>;

export interface DocumentFiles {
  readonly folder: string;
  /**
   * Lets `work` stage a file. When `work` is done the file has its name or is gone.
   * @throws AppError `store.unavailable` (503) when the disk refuses it; what the chunks throw
   */
  staging<Result>(work: (stage: Stage) => Promise<Result>): Promise<Result>;
  /** Gives a staged file its name. Idempotent, also for existing content. */
  keep(staged: StagedFile): Promise<void>;
  remove(sha256: string): Promise<void>;
  /** Hashes of files made before then, and paths of abandoned uploads. */
  listOlder(before: Milliseconds): AsyncIterable<{ sha256: string } | { part: string }>;
}

/** The path of a content inside the folder. */
export const documentPath = (sha256: string): string => join(sha256.slice(0, 2), `${sha256}.pdf`);

/**
 * Documents as files named by the SHA-256 of their content: equal ones are stored once, and content under a name never
 * changes.
 */
export function documentFiles(folder: string): DocumentFiles {
  return {
    folder,
    staging: async (work) => {
      const path = join(folder, INCOMING, `${opaqueId()}.part`);
      try {
        return await work((chunks) => stage(path, chunks));
      } finally {
        await rm(path, { force: true });
      }
    },
    keep: (staged) => keep(staged, join(folder, documentPath(staged.sha256))).catch(diskRefusal),
    remove: (sha256) => rm(join(folder, documentPath(sha256)), { force: true }),
    listOlder: (before) => listOlder(folder, before),
  };
}

async function stage(path: string, chunks: Parameters<Stage>[0]): Promise<StagedFile> {
  await mkdir(dirname(path), { recursive: true, mode: 0o750 }).catch(diskRefusal);
  const handle = await open(path, 'wx', 0o640).catch(diskRefusal);
  const digest = createHash('sha256');
  let size = 0;
  try {
    for await (const chunk of chunks) {
      digest.update(chunk);
      size += chunk.length;
      await handle.writeFile(chunk).catch(diskRefusal);
    }
    await handle.sync().catch(diskRefusal);
  } finally {
    await handle.close();
  }
  return { path, size, sha256: digest.digest('hex') };
}

async function keep({ path }: StagedFile, final: string): Promise<void> {
  await mkdir(dirname(final), { recursive: true, mode: 0o750 });
  try {
    await rename(path, final);
  } catch (error) {
    // A retried transaction comes here twice; the content is then in place already.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || !(await isThere(final))) throw error;
  }
  await syncFolder(dirname(final));
}

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isFile(),
    () => false,
  );

async function* listOlder(folder: string, before: Milliseconds): AsyncGenerator<{ sha256: string } | { part: string }> {
  for await (const place of entriesOf(folder)) {
    for await (const name of entriesOf(join(folder, place))) {
      const path = join(folder, place, name);
      const found = await stat(path).catch(() => undefined);
      if (found === undefined || found.mtimeMs >= before) continue;
      const sha256 = NAME.exec(name)?.[1];
      if (sha256 !== undefined) yield { sha256 };
      else if (place === INCOMING) yield { part: path };
    }
  }
}

async function* entriesOf(folder: string): AsyncGenerator<string> {
  try {
    for await (const { name } of await opendir(folder)) yield name;
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (!['ENOENT', 'ENOTDIR'].includes(code)) throw error;
  }
}
