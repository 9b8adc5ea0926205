import { isInSource, type SourceTree } from './source-tree.ts';
import type { HouseRule, Violation } from './violation.ts';
import { isInWeb } from './web-map.ts';

/** A name says what is inside, and one name finds one file. */
export const fileNameRule: HouseRule = { name: 'file-names', check: findBadNames };

const FOLDER = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const FILE = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)+$/;
/** Names that tools expect. */
const GIVEN = new Set(['client/README.md', 'web/index.html']);
const NAMELESS = new Set(['index', 'utils', 'helpers', 'types', 'common', 'misc']);

function findBadNames(tree: SourceTree): Violation[] {
  const problems = [
    ...tree.paths.filter((path) => !GIVEN.has(path)).flatMap(badParts),
    ...duplicates(tree.paths.filter(isInSource)),
    ...duplicates(tree.paths.filter(isInWeb)),
    ...duplicates(tree.paths.filter((path) => path.startsWith('client/'))),
  ];
  return problems.map(([file, message]) => ({ file, line: 1, message }));
}

type Problem = readonly [file: string, message: string];

function badParts(path: string): Problem[] {
  const folders = path.split('/');
  const name = folders.pop() ?? '';
  const crooked = [...folders.filter((folder) => !FOLDER.test(folder)), ...(FILE.test(name) ? [] : [name])];
  const nameless = [...folders, name.split('.')[0] ?? ''].filter((part) => NAMELESS.has(part));
  return [
    ...crooked.map((part): Problem => [path, `"${part}" is not kebab-case`]),
    ...nameless.map((part): Problem => [path, `"${part}" says nothing about what is inside`]),
  ];
}

function duplicates(paths: readonly string[]): Problem[] {
  const first = new Map<string, string>();
  return paths.flatMap((path): Problem[] => {
    const name = path.split('/').at(-1) ?? path;
    const earlier = first.get(name);
    if (earlier === undefined) first.set(name, path);
    return earlier === undefined ? [] : [[path, `the name "${name}" is taken by ${earlier}`]];
  });
}
