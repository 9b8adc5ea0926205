import { posix } from 'node:path';
import { roomFolderOf, SHARED_STORES } from './house-map.ts';
import { isInSource, type SourceTree } from './source-tree.ts';
import type { HouseRule, Violation } from './violation.ts';

/**
 * Statements and routes are private to a room: others call a use case. A store whose statements others may call is named in
 * `SHARED_STORES`; no file passes a store's functions on.
 */
export const privateFileRule: HouseRule = { name: 'private-files', check: findIntrusions };

function findIntrusions(tree: SourceTree): Violation[] {
  return tree.files.flatMap((file) =>
    file.imports.flatMap(({ line, target }) => {
      const message = target === undefined ? undefined : intrusion(file.path, target);
      return message === undefined ? [] : [{ file: file.path, line, message }];
    }),
  );
}

function intrusion(from: string, to: string): string | undefined {
  if (!isInSource(to) || isOwnTest(from, to)) return undefined;
  if (to.endsWith('-store.ts') && roomOf(from) !== roomOf(to) && !SHARED_STORES.has(to))
    return `${to} is private to ${roomOf(to)}: others call its use cases, unless tools/house/house-map.ts shares it`;
  if (to.endsWith('-routes.ts') && !maySeeRoutes(from, to)) return `${to} is for the -room.ts of its room`;
  if (isManifest(to) && from !== 'src/entry/app/rooms.ts') return `${to} is for src/entry/app/rooms.ts`;
  return undefined;
}

/** The server's own routes belong to no room; the app registers them. */
const maySeeRoutes = (from: string, to: string): boolean =>
  roomOf(to) === 'src/platform/server'
    ? from === 'src/entry/app/app.ts'
    : from.endsWith('-room.ts') && roomOf(from) === roomOf(to);

/** `<room>/<room>-room.ts`: what a room declares. */
const isManifest = (path: string): boolean => path === `${roomOf(path)}/${posix.basename(roomOf(path))}-room.ts`;

const roomOf = (path: string): string => roomFolderOf(path) ?? path;

const isOwnTest = (from: string, to: string): boolean =>
  from.endsWith('.test.ts') && posix.dirname(from) === posix.dirname(to);
