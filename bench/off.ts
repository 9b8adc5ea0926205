import { rmSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
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

/** What is left out of a build. */
interface Group {
  readonly rooms?: readonly string[];
  /** Files of `src` with what takes their place. */
  readonly files?: Readonly<Record<string, string>>;
}

/** What the rest of the service calls while nothing is traced. */
const NO_TRACES = `
  export const isTracing = () => false, beginTrace = () => undefined, traceIds = () => undefined;
  export const traceBy = () => {}, recordSpan = () => {};
  export const within = (_, work) => work(), traced = within, tracedAlone = within;`;

/** Other rooms tell people how long backups live. */
const ONLY_SETTINGS = `
  import { defineRoom } from '../../platform/room/define-room.ts';
  import { backupProblems as settingProblems, backupSettings as settings } from './backup-settings.ts';
  export const backupRoom = defineRoom({ name: 'backup', settings, settingProblems });`;

/**
 * The cost of what is unused: `npm run bench -- off [STARTS] [GROUP,GROUP]`. The service is built once whole, and once without
 * each group; all builds start in turns on one store that has no data of theirs.
 */
const GROUPS: Readonly<Record<string, Group>> = {
  nothing: {}, // the same build once more: how much two of them differ by chance
  'ways in': { rooms: ['passkeysRoom', 'identityProvidersRoom', 'signInOidcRoom', 'breachedPasswordsRoom'] },
  applications: { rooms: ['applicationsRoom', 'servicesRoom', 'logoutNoticesRoom'] },
  'backups and journal': { files: { 'backup/backup-room.ts': ONLY_SETTINGS } },
  buckets: {
    files: {
      'files/open-bucket.ts': 'export const openBucket = undefined;',
      'backup/backups-in-bucket.ts': 'export const bucketTarget = undefined;',
    },
  },
  traces: {
    files: { 'tracing/trace.ts': NO_TRACES, 'tracing/otlp-tracer.ts': 'export const otlpTracer = undefined;' },
  },
};
const GROUP_NAMES = process.argv[4]?.split(',') ?? Object.keys(GROUPS);
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
  const whole = await build('whole', {});
  const builds = [whole];
  for (const name of GROUP_NAMES) builds.push(await build(`without ${name}`, groupOf(name)));
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

function groupOf(name: string): Group {
  const group = GROUPS[name];
  if (group === undefined) throw new Error(`${name} is none of ${Object.keys(GROUPS).join(', ')}`);
  return group;
}

async function build(name: string, { rooms = [], files = {} }: Group): Promise<Build> {
  const target = join(folder, name.replaceAll(' ', '-'));
  await joinService(target, [withoutRooms(rooms), withFiles(files)]);
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

/** What only the replaced files import is left out likewise. */
function withFiles(files: Readonly<Record<string, string>>): Plugin {
  const missing = new Set(Object.keys(files));
  return {
    name: 'with-files',
    load(id) {
      const path = relative(join(root, 'src'), id);
      missing.delete(path);
      return files[path];
    },
    buildEnd() {
      if (missing.size > 0) throw new Error(`Nothing imports ${[...missing].join(', ')}`);
    },
  };
}

function note(cost: Build['cost'], one: Cost): void {
  for (const name of ['readyMs', 'processorMs', 'mebibytes'] as const) cost[name].push(one[name]);
}
