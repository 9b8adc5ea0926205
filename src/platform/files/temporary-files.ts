import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { hours, type Milliseconds } from '../kernel/durations.ts';
import { opaqueId } from '../kernel/ids.ts';
import { diskRefusal } from './durable-writes.ts';

/** A file on this node that has no key yet. */
export interface TemporaryFile {
  readonly path: string;
  /** In bytes. */
  readonly size: number;
  /** In hexadecimal digits. */
  readonly sha256: string;
}

/** Writes chunks to disk, completely and durably. @throws AppError `store.unavailable` (503); what the chunks throw */
export type WriteTemporaryFile = (chunks: AsyncIterable<Buffer> | Iterable<Buffer>) => Promise<TemporaryFile>;

/** Longer than any upload takes. */
const UPLOADED_WITHIN: Milliseconds = hours(2);
/** Longer than any copy of a file is read. */
const READ_WITHIN: Milliseconds = hours(24);

export interface TemporaryFiles {
  holding<Result>(work: (write: WriteTemporaryFile) => Promise<Result>): Promise<Result>;
  /** A new name for a copy of a file. */
  copyPath(): Promise<string>;
  sweep(now: Milliseconds): Promise<void>;
}

/** Readable only by the service, since temporary files may contain addresses and password hashes. */
export function temporaryFiles(folder: string): TemporaryFiles {
  const fresh = async (ending: string) => {
    await mkdir(folder, { recursive: true, mode: 0o750 }).catch(diskRefusal);
    return join(folder, `${opaqueId()}.${ending}`);
  };
  return {
    holding: async (work) => {
      const paths: string[] = [];
      try {
        return await work(async (chunks) => {
          const path = await fresh('part');
          paths.push(path);
          return write(path, chunks);
        });
      } finally {
        for (const path of paths) await rm(path, { force: true });
      }
    },
    copyPath: () => fresh('copy'),
    sweep: async (now) => {
      for (const name of await readdir(folder).catch((): string[] => [])) {
        const path = join(folder, name);
        const age = await stat(path).then(
          ({ mtimeMs }) => now - mtimeMs,
          () => 0,
        );
        if (age > (name.endsWith('.copy') ? READ_WITHIN : UPLOADED_WITHIN)) await rm(path, { force: true });
      }
    },
  };
}

async function write(path: string, chunks: Parameters<WriteTemporaryFile>[0]): Promise<TemporaryFile> {
  const handle = await open(path, 'wx', 0o600).catch(diskRefusal);
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

/** A file on this node as a temporary file, to be put under a key. @throws Error when it cannot be read */
export async function temporaryFileAt(path: string): Promise<TemporaryFile> {
  const digest = createHash('sha256');
  let size = 0;
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    digest.update(chunk);
    size += chunk.length;
  }
  return { path, size, sha256: digest.digest('hex') };
}
