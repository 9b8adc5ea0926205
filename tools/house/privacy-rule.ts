import { describePlace, placeOf, ROOMS } from './house-map.ts';
import { type SourceTree, serviceFiles } from './source-tree.ts';
import type { HouseRule, Violation } from './violation.ts';

/** What every privacy act is about. */
const KNOWN: readonly string[] = ['accounts/tenants', 'accounts/users', 'accounts/permissions'];

/**
 * `privacy` gets each room's personal-data contributor from the app. If it imported the rooms, a new one could be
 * silently missing from export and erasure.
 */
export const privacyRule: HouseRule = { name: 'privacy', check: findReaches };

function findReaches(tree: SourceTree): Violation[] {
  const privacy = serviceFiles(tree).filter((file) => placeOf(file.path) === 'privacy/personal-data');
  return privacy.flatMap((file) =>
    file.imports.flatMap(({ line, target }) => {
      const place = target === undefined ? undefined : placeOf(target);
      if (place === undefined || place === 'privacy/personal-data' || KNOWN.includes(place) || !ROOMS.includes(place))
        return [];
      const message = `privacy may not import ${describePlace(place)}: the app passes its contributor in`;
      return [{ file: file.path, line, message }];
    }),
  );
}
