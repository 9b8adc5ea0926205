import { readFileSync } from 'node:fs';

/** The layers, lowest first. Those of one line may not import each other. */
const FLOORS = [
  ['kernel'],
  ['config'],
  ['tracing'],
  ['outgoing'],
  ['metrics'],
  ['database'],
  ['counters'],
  ['keys'],
  ['jobs'],
  ['files', 'delivery'],
  ['audit', 'mail'],
  ['http'],
  ['sheets', 'words'],
  ['server'],
  ['room'],
];

/** Above the rooms. `main.ts`, `cli.ts` and `cli/` are one place: the entry points. */
const TOP = [['app'], ['start'], ['cli']];

const ROOMS_FILE = 'src/entry/app/rooms.ts';

/** The rooms in the app's order, lowest first: a room may use the layers and earlier rooms. */
export const ROOMS: readonly string[] = roomsOf(readFileSync(new URL(`../../${ROOMS_FILE}`, import.meta.url), 'utf8'));

function roomsOf(list: string): string[] {
  const folders = new Map(
    [...list.matchAll(/import \{ (\w+) \} from '\.\.\/([a-z-]+)\//g)].map(([, name, at]) => [name, at]),
  );
  return [...list.matchAll(/\.add\((\w+)\)/g)].map(([, name]) => folders.get(name) ?? '');
}

const RANKS = new Map(
  [...FLOORS, ...ROOMS.map((room) => [room]), ...TOP].flatMap((places, rank) => places.map((place) => [place, rank])),
);

/** The layer or room of a file: its folder of `src`; undefined when unknown. */
export function placeOf(path: string): string | undefined {
  if (path === 'src/main.ts' || path === 'src/cli.ts') return 'cli';
  const folder = /^src\/([^/]+)\//.exec(path)?.[1];
  return folder !== undefined && RANKS.has(folder) ? folder : undefined;
}

/** Imports may only go to lower ranks. */
export const rankOf = (place: string): number => RANKS.get(place) ?? Number.NaN;

/** The name of a place in messages. */
export const describePlace = (place: string): string => {
  if (place === 'cli') return 'main and cli';
  return ROOMS.includes(place) ? `${place} (room ${ROOMS.indexOf(place) + 1} of ${ROOMS_FILE})` : place;
};
