import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Files of the rooms that share a process. Few enough that the last process does not leave the other cores idle for long. */
const ROOM_FILES = 24;
/** Journeys share a browser too. */
const JOURNEYS = 9;
/** Files of the whole service, through its front door or of its documents. */
const WHOLE_FILES = 7;

/** They compare times, hold the event loop, or stop what others would need. */
const ALONE: readonly string[] = ['timing', 'loop-turns', 'mail-outage', 'account-races'].map(
  (name) => `test/security/${name}.test.ts`,
);

/** `test/processes` and what else starts programs and waits for them: each has a process, and kills and fills what is in it. */
const sharingOf = (file: string): number => {
  if (!file.startsWith('test/')) return ROOM_FILES;
  if (file.startsWith('test/journeys/')) return JOURNEYS;
  return file.startsWith('test/security/') && !ALONE.includes(file) ? WHOLE_FILES : 1;
};

/** A process of a test run. */
export interface Program {
  readonly path: string;
  /** The files that it runs, from the root. */
  readonly members: readonly string[];
}

export interface Programs {
  readonly list: readonly Program[];
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
  const list = groups.map((members, index) => ({ path: join(folder, `${index + 1}.test.mjs`), members }));
  for (const { path, members } of list)
    writeFileSync(
      path,
      [...first, ...members].map((file) => `import '${pathToFileURL(join(root, file)).href}';\n`).join(''),
    );
  return { list, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Groups of at most so many. Neighbours, which take about as long, go to different ones. */
function dealt(files: readonly string[], most: number): string[][] {
  const count = Math.ceil(files.length / most);
  return Array.from({ length: count }, (_, group) => files.filter((_file, index) => index % count === group));
}
