/** The floors from the ground up. Those of one line may not import each other. */
const FLOORS = [
  ['kernel'],
  ['config'],
  ['database'],
  ['counters'],
  ['keys'],
  ['jobs'],
  ['audit', 'mail', 'metrics'],
  ['http'],
] as const;

/** The rooms by level, from 1. A room stands on the floors and on the rooms of lower levels. */
const ROOMS = [
  ['tenants', 'users', 'policy'],
  ['action-tokens', 'attempts', 'sessions', 'consents'],
  ['passwords', 'two-factor', 'avatars'],
  ['me'],
  ['sign-in', 'password-reset', 'invitations', 'documents', 'privacy'],
  ['administration', 'user-import'],
] as const;

/** The top. `service.ts` opens what an app stands on; `main.ts`, `cli.ts` and `cli/` are one place: how a process is started. */
const TOP = [['app'], ['service'], ['start']] as const;

const ORDER: readonly (readonly string[])[] = [...FLOORS, ...ROOMS, ...TOP];

const RANKS = new Map(ORDER.flatMap((places, rank) => places.map((place) => [place, rank] as const)));

const TOP_FILES: Record<string, string> = {
  'src/app/app.ts': 'app',
  'src/app/personal-data-contributors.ts': 'app',
  'src/app/retention-rules.ts': 'app',
  'src/app/service-metrics.ts': 'app',
  'src/start/service.ts': 'service',
  'src/main.ts': 'start',
  'src/start/serve.ts': 'start',
  'src/start/compiled-code.ts': 'start',
  'src/cli.ts': 'start',
};

/** The place of a file in the house: a folder of `src`, `app` or `start`; undefined where the map knows none. */
export function placeOf(path: string): string | undefined {
  if (TOP_FILES[path] !== undefined) return TOP_FILES[path];
  const folder = /^src\/([^/]+)\//.exec(path)?.[1];
  if (folder === 'cli') return 'start';
  return folder !== undefined && RANKS.has(folder) && !isTopName(folder) ? folder : undefined;
}

const isTopName = (name: string): boolean => TOP.flat().includes(name as 'app' | 'service' | 'start');

/** How high a place stands; imports go to lower ranks only. */
export const rankOf = (place: string): number => RANKS.get(place) ?? Number.NaN;

/** The level of a room, from 1; 0 for a floor or the top. */
export const roomLevel = (place: string): number =>
  ROOMS.findIndex((rooms) => rooms.some((room) => room === place)) + 1;

/** How a place is called in a message. */
export function describePlace(place: string): string {
  if (place === 'start') return 'main and cli';
  const level = roomLevel(place);
  return level > 0 ? `${place} (room of level ${level})` : place;
}
