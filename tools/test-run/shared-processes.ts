import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Few enough that the last process of a pass does not leave the other cores idle for long. */
const FILES_A_PROCESS = 6;

/** Files that start processes, browsers or heavy load run in a separate process. */
const hasOwnProcess = (file: string): boolean => file.startsWith('test/');

export interface Programs {
  /** By absolute path: the files that it runs, from the root. */
  readonly members: ReadonlyMap<string, readonly string[]>;
  /** Removes what was written for them. */
  remove(): void;
}

/**
 * The processes of a test run. Files of rooms share a process with a few others, since loading the service takes two seconds,
 * longer than most of their tests. They share no state, since no room keeps state of a service in its modules.
 */
export function sharedProcesses(root: string, files: readonly string[]): Programs {
  const members = new Map(files.filter(hasOwnProcess).map((file) => [join(root, file), [file]]));
  const others = files.filter((file) => !hasOwnProcess(file));
  const cache = join(root, 'node_modules/.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'tests-'));
  const shared = Math.ceil(others.length / FILES_A_PROCESS);
  for (let number = 0; number < shared; number++) {
    // Files of one room, which take about as long, go to different processes.
    const together = others.filter((_, index) => index % shared === number);
    const path = join(folder, `${number + 1}.test.mjs`);
    writeFileSync(path, together.map((file) => `import '${pathToFileURL(join(root, file)).href}';\n`).join(''));
    members.set(path, together);
  }
  return { members, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
