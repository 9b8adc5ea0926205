import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';

/**
 * Checks a file from the command line first, so that a typo gets a readable message. Anything but a folder passes:
 * `<(…)` is a pipe.
 * @throws Error when it is missing, a folder or unreadable
 */
export async function requireReadable(path: string): Promise<void> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    throw new Error(
      MISSING.has(error.code) ? `There is no such file: ${path}` : `${path} cannot be read: ${error.code}`,
    );
  });
  if (found.isDirectory()) throw new Error(`${path} is a folder, not a file.`);
  await access(path, constants.R_OK).catch(() => {
    throw new Error(`${path} is not readable by the user running this command.`);
  });
}

/** ENOTDIR: a path segment is a file. */
const MISSING: ReadonlySet<string | undefined> = new Set(['ENOENT', 'ENOTDIR']);
