import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Files of the rooms that share a process. Few enough that the last process does not leave the other cores idle for long. */
const ROOM_FILES = 16;
/** Journeys share a browser too. */
const JOURNEYS = 6;

/** The other files of `test` each have a process: they start processes of their own, kill them, and fill what a process has. */
const sharingOf = (file: string): number => {
  if (file.startsWith('test/journeys/')) return JOURNEYS;
  return file.startsWith('test/') ? 1 : ROOM_FILES;
};

export interface Programs {
  /** By absolute path: the files that it runs, from the root. */
  readonly members: ReadonlyMap<string, readonly string[]>;
  /** Removes what was written for them. */
  remove(): void;
}

/**
 * The processes of a test run. Files share a process with a few others, since loading the service takes a second, and its first
 * request another, longer than most of their tests. They share no state, since no room keeps state of a service in its modules.
 * @param first what each of them loads before its files
 */
export function sharedProcesses(root: string, files: readonly string[], first: readonly string[] = []): Programs {
  const cache = join(root, 'node_modules/.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'tests-'));
  const groups = [...Map.groupBy(files, sharingOf)].flatMap(([most, some]) => dealt(some, most));
  const members = new Map(groups.map((group, index) => [join(folder, `${index + 1}.test.mjs`), group]));
  for (const [path, group] of members)
    writeFileSync(
      path,
      [...first, ...group].map((file) => `import '${pathToFileURL(join(root, file)).href}';\n`).join(''),
    );
  return { members, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Groups of at most so many. Neighbours, which take about as long, go to different ones. */
function dealt(files: readonly string[], most: number): string[][] {
  const count = Math.ceil(files.length / most);
  return Array.from({ length: count }, (_, group) => files.filter((_file, index) => index % count === group));
}
