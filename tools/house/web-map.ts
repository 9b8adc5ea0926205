/** The pages' shared folders, lowest first. Those of one line may not import each other. */
const SHARED = [
  ['styles', 'declared'],
  ['i18n'],
  ['routing'],
  ['auth'],
  ['components'],
  ['people', 'audit-sentences'],
  ['layout'],
] as const;

/** Files of `web` itself: they know every page. `vite.config.ts` builds them. */
const TOP_FILES: readonly string[] = ['web/router.tsx', 'web/main.tsx', 'web/vite.config.ts'];

const RANKS = new Map(SHARED.flatMap((folders, rank) => folders.map((folder): [string, number] => [folder, rank])));

const PAGES_RANK = SHARED.length;

export const isInWeb = (path: string): boolean => path.startsWith('web/');

/** The folder of `web` that a file lies in; undefined for the files of `web` itself. */
export const webFolderOf = (path: string): string | undefined => /^web\/([^/]+)\//.exec(path)?.[1];

/** A folder that the list above does not name belongs to one page. */
export function pageOf(path: string): string | undefined {
  const folder = webFolderOf(path);
  return folder === undefined || RANKS.has(folder) ? undefined : folder;
}

/** The rank of a file; imports go to lower ranks, or stay in the folder. Undefined if the file has no place. */
export function webRankOf(path: string): number | undefined {
  const folder = webFolderOf(path);
  if (folder !== undefined) return RANKS.get(folder) ?? PAGES_RANK;
  const index = TOP_FILES.indexOf(path);
  return index === -1 ? undefined : PAGES_RANK + 1 + index;
}
