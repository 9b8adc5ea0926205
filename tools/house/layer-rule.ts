import { describePlace, placeOf, ROOMS, rankOf } from './house-map.ts';
import type { Import } from './import-list.ts';
import { isInSource, isTest, type SourceFile, type SourceTree } from './source-tree.ts';
import type { HouseRule, Violation } from './violation.ts';
import { isInWeb, pageOf, webFolderOf, webRankOf } from './web-map.ts';

/**
 * Imports point down, never up and never to a sibling, in the service and in the pages; client and pages share the types of the
 * service. Tests are exempt: they enter through the front door, which is above them, and nothing may import them.
 */
export const layerRule: HouseRule = { name: 'layers', check: findUpwardImports };

function findUpwardImports(tree: SourceTree): Violation[] {
  return tree.files
    .filter(({ path }) => !isTest(path) && !path.startsWith('test/'))
    .flatMap((file) => [...unplaced(file), ...file.imports.flatMap((one) => violationOf(file, one))]);
}

const unplaced = ({ path }: SourceFile): Violation[] =>
  isInWeb(path) && webRankOf(path) === undefined
    ? [{ file: path, line: 1, message: `${path} belongs into a folder of web: see tools/house/web-map.ts` }]
    : [];

function violationOf({ path }: SourceFile, { line, target, typeOnly }: Import): Violation[] {
  const message = target === undefined ? undefined : refusal(path, target, typeOnly);
  return message === undefined ? [] : [{ file: path, line, message }];
}

function refusal(from: string, to: string, typeOnly: boolean): string | undefined {
  if (isInWeb(to)) return isInWeb(from) ? refusalInWeb(from, to) : `only the pages may import a page's code (${to})`;
  if (isInWeb(from) || isInClient(from)) return refusalOfCode(from, to, typeOnly);
  return isInSource(from) ? refusalInService(from, to) : undefined;
}

function refusalInService(from: string, to: string): string | undefined {
  if (isTest(to)) return `the service may not import a test (${to})`;
  if (!isInSource(to)) return leavesSource(to) ? `the service may not import ${to}, which is outside src` : undefined;
  const [upper, lower] = [placeOf(from), placeOf(to)];
  // A file without a place is reported by the placement rule.
  if (upper === undefined || lower === undefined || upper === lower) return undefined;
  if (upper === PRIVACY && ROOMS.includes(lower) && !KNOWN_TO_PRIVACY.includes(lower))
    return `privacy may not import ${describePlace(lower)}: the app passes its contributor in`;
  if (rankOf(lower) < rankOf(upper)) return undefined;
  const why = rankOf(lower) === rankOf(upper) ? 'which is its sibling' : 'which lies above it';
  return `${describePlace(upper)} may not import ${describePlace(lower)}, ${why}: ${to}`;
}

/**
 * Gets each room's personal-data contributor from the app. If it imported the rooms, a new one could be silently missing from
 * export and erasure.
 */
const PRIVACY = 'privacy/personal-data';
/** What every privacy act is about. */
const KNOWN_TO_PRIVACY: readonly string[] = [
  'accounts/tenants',
  'accounts/recipients',
  'accounts/users',
  'accounts/permissions',
];

/** Data such as `package.json` may be read by the service; code of the tests and tools may not. */
const leavesSource = (to: string): boolean => /\.tsx?$/.test(to);

function refusalInWeb(from: string, to: string): string | undefined {
  const [page, other] = [pageOf(from), pageOf(to)];
  if (page !== undefined && other !== undefined)
    return page === other
      ? undefined
      : `the page ${page} may not import from the page ${other}: move what they share below the pages (${to})`;
  const [upper, lower] = [webRankOf(from), webRankOf(to)];
  if (upper === undefined || lower === undefined || lower < upper || webFolderOf(from) === webFolderOf(to))
    return undefined;
  return `${nameOf(from)} may not import ${nameOf(to)}, which ${lower === upper ? 'is its sibling' : 'lies above it'}: ${to}`;
}

const nameOf = (path: string): string => webFolderOf(path) ?? path;

/** The pages also share the service's texts that both show in lists, such as the names of actions. */
function refusalOfCode(from: string, to: string, typeOnly: boolean): string | undefined {
  if (isInClient(to) || (isInSource(to) && typeOnly)) return undefined;
  if (
    isInWeb(from) &&
    (to.startsWith('src/platform/words/') || to === FIELDS || AT_BUILD.some((folder) => from.startsWith(folder)))
  )
    return undefined;
  return `only types of the service may be imported here: ${to}`;
}

/** The fields of a person as forms show them; it imports nothing. */
const FIELDS = 'src/accounts/users/person-form.ts';

/** The build runs these by themselves and puts only what they give into the pages (`web/vite.config.ts`). */
const AT_BUILD = ['web/i18n/catalogues/', 'web/declared/'];

const isInClient = (path: string): boolean => path.startsWith('client/');
