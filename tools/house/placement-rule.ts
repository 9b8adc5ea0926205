import { misplacedRooms, placeOf, roomFolderOf } from './house-map.ts';
import { isInSource, type SourceTree } from './source-tree.ts';
import type { HouseRule, Violation } from './violation.ts';

/** A new room must be given a place, or the layer rule would not check it. */
export const placementRule: HouseRule = { name: 'placement', check: findUnplaced };

function findUnplaced(tree: SourceTree): Violation[] {
  const unplaced = tree.paths.filter((path) => isInSource(path) && placeOf(path) === undefined);
  const firstOfFolder = new Map(unplaced.map((path) => [unplacedName(path), path] as const).reverse());
  return [
    ...[...firstOfFolder].map(([name, file]) => ({
      file,
      line: 1,
      message: `${name} has no place in the house: give it one in tools/house/house-map.ts`,
    })),
    ...misplacedRooms().map((room) => ({
      file: 'src/entry/app/rooms.ts',
      line: 1,
      message: `${room} stands after a room of a higher wing`,
    })),
  ];
}

const unplacedName = (path: string): string => roomFolderOf(path) ?? path;
