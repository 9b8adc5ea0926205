import { describePlace, placeOf, roomLevel } from './house-map.ts';
import { type SourceTree, serviceFiles } from './source-tree.ts';
import type { HouseRule, Violation } from './violation.ts';

/**
 * `privacy` gets each room's personal-data contributor from `app.ts`. If it reached into the rooms itself, a new room
 * would be forgotten by export and erasure without anybody noticing.
 */
export const privacyRule: HouseRule = { name: 'privacy', check: findReaches };

function findReaches(tree: SourceTree): Violation[] {
  const privacy = serviceFiles(tree).filter((file) => placeOf(file.path) === 'privacy');
  return privacy.flatMap((file) =>
    file.imports.flatMap(({ line, target }) => {
      const place = target === undefined ? undefined : placeOf(target);
      if (place === undefined || place === 'privacy' || roomLevel(place) <= 1) return [];
      const message = `privacy may not import ${describePlace(place)}: app.ts passes its contributor in`;
      return [{ file: file.path, line, message }];
    }),
  );
}
