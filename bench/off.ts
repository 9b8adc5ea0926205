import { rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'rolldown';
import { joinService } from '../tools/joined/join-service.ts';
import { createBenchStore } from './support/bench-store.ts';
import { rounded } from './support/figure-table.ts';
import { median } from './support/figures.ts';
import { processorMs, residentMebibytes } from './support/process-cost.ts';
import { startService } from './support/service-process.ts';
import { textTable } from './support/text-table.ts';

/**
 * The cost of unused rooms: `npm run bench -- off [STARTS]`. The service is built once with all rooms, and once for
 * each group without its rooms; all builds start in turns on one store that has no data of these rooms.
 */
const GROUPS: Readonly<Record<string, readonly string[]>> = {
  nothing: [], // the same build twice: how much two builds differ by chance
  'ways in': ['passkeysRoom', 'identityProvidersRoom', 'signInOidcRoom', 'breachedPasswordsRoom'],
  applications: ['applicationsRoom', 'servicesRoom', 'logoutNoticesRoom'],
};
const STARTS = Number(process.argv[3] ?? 20);
const SETTLED_AFTER_MS = 1000;

const root = resolve(import.meta.dirname, '..');
const folder = join(root, 'node_modules/.cache/bench-off');

interface Build {
  readonly name: string;
  readonly program: readonly string[];
  readonly cost: Record<keyof Cost, number[]>;
}

interface Cost {
  readonly readyMs: number;
  readonly processorMs: number;
  readonly mebibytes: number;
}

const store = await createBenchStore('sqlite');
try {
  const whole = await build('all rooms', []);
  const builds = [whole];
  for (const [name, rooms] of Object.entries(GROUPS)) builds.push(await build(`without ${name}`, rooms));
  for (const { program } of builds) await costOf(program); // migrates, and fills the cache of compiled code
  for (let round = 0; round < STARTS; round++) {
    for (const { program, cost } of round % 2 === 0 ? builds : builds.toReversed()) note(cost, await costOf(program));
  }
  console.log(textTable([['', 'ready', 'with : without', 'processor', '', 'idle', ''], ...builds.map(rowOf)]));

  async function costOf(program: readonly string[]): Promise<Cost> {
    const { process: started, readyAfterMs, stop } = await startService(store.env, program);
    const { pid = 0 } = started;
    await pause(SETTLED_AFTER_MS);
    const cost = { readyMs: readyAfterMs, processorMs: processorMs([pid]), mebibytes: residentMebibytes(pid) };
    await stop();
    return cost;
  }

  function rowOf({ name, cost }: Build): string[] {
    const cells = (of: keyof Cost, unit: string) => [
      `${rounded(median(cost[of]))} ${unit}`,
      (median(whole.cost[of]) / median(cost[of])).toFixed(3),
    ];
    return [name, ...cells('readyMs', 'ms'), ...cells('processorMs', 'ms'), ...cells('mebibytes', 'MiB')];
  }
} finally {
  await store.remove();
  rmSync(folder, { recursive: true, force: true });
}

async function build(name: string, rooms: readonly string[]): Promise<Build> {
  const target = join(folder, name.replaceAll(' ', '-'));
  await joinService(target, [withoutRooms(rooms)]);
  const before = ['compiled-code.js', 'thread-pool.js'].map((file) => pathToFileURL(join(root, 'bin', file)).href);
  const program = [...before.flatMap((url) => ['--import', url]), join(target, 'main.js')];
  return { name, program, cost: { readyMs: [], processorMs: [], mebibytes: [] } };
}

/** Takes rooms off the list of all rooms; what only they import is left out of the build then. */
function withoutRooms(rooms: readonly string[]): Plugin {
  return {
    name: 'without-rooms',
    transform(code, id) {
      if (!id.endsWith(join('app', 'rooms.ts'))) return undefined;
      return rooms.reduce((text, room) => {
        const listed = `.add(${room})`;
        if (!text.includes(listed)) throw new Error(`${room} is not in the list of rooms`);
        return text.replace(listed, '');
      }, code);
    },
  };
}

function note(cost: Build['cost'], one: Cost): void {
  for (const name of ['readyMs', 'processorMs', 'mebibytes'] as const) cost[name].push(one[name]);
}
