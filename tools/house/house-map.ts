import { readFileSync } from 'node:fs';

/** The wings of `src`, lowest first. Imports go down in this order. */
const WINGS = ['platform', 'accounts', 'sign-in', 'openid', 'people', 'privacy', 'operations', 'entry'];

/** The parts of the platform, lowest first. Those of one line may not import each other. */
const PLATFORM = [
  ['kernel'],
  ['config'],
  ['metrics'],
  ['outgoing'],
  ['database'],
  ['counters'],
  ['keys'],
  ['jobs'],
  ['files'],
  ['audit', 'mail'],
  ['http'],
  ['sheets', 'words'],
  ['server'],
  ['room'],
];

/** Above the rooms. `main.ts`, `cli.ts` and `entry/cli` are one place: the entry points. */
const ENTRY = ['entry/app', 'entry/start', 'entry/cli'];

const ROOMS_FILE = 'src/entry/app/rooms.ts';

/** The rooms as `wing/room` in the app's order, lowest first: a room may use the platform and earlier rooms. */
export const ROOMS: readonly string[] = roomsOf(readFileSync(new URL(`../../${ROOMS_FILE}`, import.meta.url), 'utf8'));

function roomsOf(list: string): string[] {
  const folders = new Map(
    [...list.matchAll(/import \{ (\w+) \} from '\.\.\/\.\.\/([a-z-]+\/[a-z-]+)\//g)].map(([, name, at]) => [name, at]),
  );
  return [...list.matchAll(/\.add\((\w+)\)/g)].map(([, name]) => folders.get(name) ?? '');
}

const LINES = [
  ...PLATFORM.map((line) => line.map((part) => `platform/${part}`)),
  ...[...ROOMS, ...ENTRY].map((at) => [at]),
];

const RANKS = new Map(LINES.flatMap((places, rank) => places.map((place) => [place, rank])));

/** The part of the platform, or the room, that a file lies in, as `wing/room`; undefined when unknown. */
export function placeOf(path: string): string | undefined {
  if (path === 'src/main.ts' || path === 'src/cli.ts') return 'entry/cli';
  const folder = roomFolderOf(path)?.slice('src/'.length);
  return folder !== undefined && RANKS.has(folder) ? folder : undefined;
}

/** `src/<wing>/<room>`; undefined for a file of `src` or of a wing itself. */
export const roomFolderOf = (path: string): string | undefined => /^src\/[^/]+\/[^/]+(?=\/)/.exec(path)?.[0];

/** Imports may only go to lower ranks. */
export const rankOf = (place: string): number => RANKS.get(place) ?? Number.NaN;

/** Rooms that the list names after one of a higher wing. */
export const misplacedRooms = (rooms: readonly string[] = ROOMS): string[] =>
  rooms.filter((room, index) => wingRankOf(room) < wingRankOf(rooms[index - 1] ?? room));

const wingRankOf = (room: string): number => WINGS.indexOf(room.split('/')[0] ?? '');

/** The name of a place in messages. */
export const describePlace = (place: string): string => {
  if (place === 'entry/cli') return 'main and cli';
  return ROOMS.includes(place) ? `${place} (room ${ROOMS.indexOf(place) + 1} of ${ROOMS_FILE})` : place;
};

/** Stores that other rooms may call: rows that many acts find, hold and change within their own transactions. Most stores are private. */
export const SHARED_STORES: ReadonlySet<string> = new Set([
  'src/platform/audit/audit-store.ts',
  'src/platform/audit/single-records-store.ts',
  'src/platform/jobs/rebuilds-store.ts',
  'src/platform/mail/listed-mails-store.ts',
  'src/accounts/recipients/orders-store.ts',
  'src/accounts/recipients/recipients-store.ts',
  'src/accounts/tenants/tenant-tree-store.ts',
  'src/accounts/tenants/tenants-store.ts',
  'src/accounts/users/accounts-store.ts',
  'src/accounts/users/acting-store.ts',
  'src/accounts/users/joining-store.ts',
  'src/accounts/users/memberships-store.ts',
  'src/accounts/users/merged-users-store.ts',
  'src/accounts/users/changed-users-store.ts',
  'src/accounts/users/factor-rules-of-user-store.ts',
  'src/accounts/users/shared-values-store.ts',
  'src/accounts/users/tenant-people-store.ts',
  'src/accounts/users/user-words-store.ts',
  'src/accounts/action-tokens/token-rows-store.ts',
  'src/openid/applications/applications-store.ts',
  'src/people/long-acts/act-rows-store.ts',
  'src/people/long-acts/acts-store.ts',
]);
