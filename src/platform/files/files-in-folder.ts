import { constants } from 'node:fs';
import { chmod, mkdir, open, opendir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { opaqueId } from '../kernel/ids.ts';
import { diskRefusal, syncFolder } from './durable-writes.ts';
import type { FileFacts, FileRange, FileStore, ListedFile, OpenedFile } from './files.ts';
import { temporaryFiles } from './temporary-files.ts';

/** On the same file system as the files, so that a rename turns a temporary file into a file. */
const INCOMING = '.incoming';

/** Files in a folder, each under its key. */
export function folderStore(folder: string, check: FileStore['check']): FileStore {
  const incoming = join(folder, INCOMING);
  const { holding, sweep } = temporaryFiles(incoming);
  return {
    place: folder,
    check,
    withTemporaryFiles: holding,
    sweepTemporaryFiles: sweep,
    put: async (key, content, readers = 'owner') => {
      const path = join(folder, key);
      const mode = readers === 'group' ? 0o640 : 0o600;
      const kept = Buffer.isBuffer(content) ? putBytes(incoming, path, content, mode) : give(content.path, path, mode);
      await kept.catch(diskRefusal);
    },
    read: (key, range) => openFile(join(folder, key), range).catch(diskRefusal),
    local: async (key) => ({ path: join(folder, key), release: async () => {} }),
    remove: (key) => rm(join(folder, key), { force: true }).catch(diskRefusal),
    list: (prefix) => listFolder(folder, prefix),
  };
}

async function putBytes(incoming: string, final: string, content: Buffer, mode: number): Promise<void> {
  await mkdir(incoming, { recursive: true, mode: 0o750 });
  const path = join(incoming, `${opaqueId()}.part`);
  try {
    const file = await open(path, 'wx', mode);
    try {
      await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
    await give(path, final, mode);
  } finally {
    await rm(path, { force: true });
  }
}

/** The name appears only once the content is durable. */
async function give(path: string, final: string, mode: number): Promise<void> {
  const parent = dirname(final);
  await mkdir(parent, { recursive: true, mode: mode === 0o640 ? 0o750 : 0o700 });
  await chmod(path, mode); // whatever the umask
  await rename(path, final);
  await syncFolder(parent);
}

/** Symbolic links are not followed. */
async function openFile(path: string, range?: FileRange): Promise<OpenedFile | undefined> {
  const file = await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0)).catch(unlessMissing);
  if (file === undefined) return undefined;
  try {
    const found = await file.stat();
    if (found.isFile()) {
      const { first: start, last: end } = range ?? { first: 0, last: Number.POSITIVE_INFINITY };
      return { size: found.size, body: file.createReadStream({ start, end }) };
    }
  } catch (error) {
    await file.close();
    throw error;
  }
  await file.close();
  return undefined;
}

async function* listFolder(folder: string, prefix: string): AsyncGenerator<ListedFile> {
  const cut = prefix.lastIndexOf('/') + 1;
  for await (const key of keysBelow(folder, prefix.slice(0, cut), prefix))
    yield { key, about: () => factsOf(join(folder, key)) };
}

async function* keysBelow(folder: string, below: string, prefix: string): AsyncGenerator<string> {
  const entries = await opendir(join(folder, below), { bufferSize: 500 }).catch(unlessMissing);
  if (entries === undefined) return; // nothing was ever put there
  for await (const entry of entries) {
    const key = `${below}${entry.name}`;
    if (entry.isDirectory()) {
      const isWanted = key.startsWith(prefix) || prefix.startsWith(`${key}/`);
      if (isWanted && key !== INCOMING) yield* keysBelow(folder, `${key}/`, prefix);
    } else if (entry.isFile() && key.startsWith(prefix)) yield key;
  }
}

const factsOf = (path: string): Promise<FileFacts | undefined> =>
  stat(path).then(({ size, mtimeMs }) => ({ size, modified: mtimeMs }), unlessMissing);

/** The error code for a symbolic link. */
function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (!['ENOENT', 'ENOTDIR', 'ELOOP'].includes(error.code ?? '')) throw error;
}
