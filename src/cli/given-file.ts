import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';

/**
 * Looks before a file of the command line is read, so that a slip is told in words. Whatever is no folder passes: a shell
 * hands over a pipe where it is told `<(…)`.
 * @throws Error when there is nothing, a folder, or what may not be read
 */
export async function requireReadable(path: string): Promise<void> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    throw new Error(
      MISSING.has(error.code) ? `There is no such file: ${path}` : `${path} cannot be read: ${error.code}`,
    );
  });
  if (found.isDirectory()) throw new Error(`${path} is a folder, not a file.`);
  await access(path, constants.R_OK).catch(() => {
    throw new Error(`${path} may not be read by who runs this command.`);
  });
}

/** ENOTDIR: a part of the path that should be a folder is a file. */
const MISSING: ReadonlySet<string | undefined> = new Set(['ENOENT', 'ENOTDIR']);
