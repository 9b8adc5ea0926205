import { readFileSync } from 'node:fs';

/** The floors from the ground up. Those of one line may not import each other. */
const FLOORS = [
  ['kernel'],
  ['config'],
  ['metrics'],
  ['database'],
  ['counters'],
  ['keys'],
  ['jobs'],
  ['files'],
  ['audit', 'mail'],
  ['http'],
  ['server'],
  ['room'],
];

/** What stands on the rooms. `main.ts`, `cli.ts` and `cli/` are one place: how a process is begun. */
const TOP = [['app'], ['start'], ['cli']];

const ROOMS_FILE = 'src/app/rooms.ts';

/** The rooms from the ground up, as the list of the app has them: a room stands on the floors and on the rooms before it. */
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

/** The place of a file in the house: its folder of `src`; undefined where the map knows none. */
export function placeOf(path: string): string | undefined {
  if (path === 'src/main.ts' || path === 'src/cli.ts') return 'cli';
  const folder = /^src\/([^/]+)\//.exec(path)?.[1];
  return folder !== undefined && RANKS.has(folder) ? folder : undefined;
}

/** How high a place stands; imports go to lower ranks only. */
export const rankOf = (place: string): number => RANKS.get(place) ?? Number.NaN;

/** How a place is called in a message. */
export const describePlace = (place: string): string => {
  if (place === 'cli') return 'main and cli';
  return ROOMS.includes(place) ? `${place} (room ${ROOMS.indexOf(place) + 1} of ${ROOMS_FILE})` : place;
};
