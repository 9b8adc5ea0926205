import { productFiles, type SourceFile, type SourceTree } from './source-tree.ts';
import type { HouseRule, Violation } from './violation.ts';

/** Type imports count too: two files that need each other's types are one idea, or miss a third file. */
export const cycleRule: HouseRule = { name: 'cycles', check: findCycles };

type Graph = ReadonlyMap<string, SourceFile>;

function findCycles(tree: SourceTree): Violation[] {
  const graph: Graph = new Map(productFiles(tree).map((file) => [file.path, file]));
  const reported = new Set<string>();
  return [...graph.keys()].flatMap((start) => {
    const path = reported.has(start) ? undefined : shortestWayBack(graph, start);
    if (path === undefined) return [];
    for (const file of path) reported.add(file);
    return [{ file: start, line: importLine(graph, start, path[1] ?? start), message: path.concat(start).join(' → ') }];
  });
}

/** The files of the shortest cycle through `start`, beginning with it. */
function shortestWayBack(graph: Graph, start: string): string[] | undefined {
  const cameFrom = new Map<string, string>();
  const queue = [start];
  for (const file of queue) {
    for (const target of targetsOf(graph, file)) {
      if (target === start) return trace(cameFrom, start, file);
      if (cameFrom.has(target)) continue;
      cameFrom.set(target, file);
      queue.push(target);
    }
  }
  return undefined;
}

function trace(cameFrom: ReadonlyMap<string, string>, start: string, last: string): string[] {
  const path = [last];
  for (let file = last; file !== start; path.unshift(file)) file = cameFrom.get(file) ?? start;
  return path;
}

const targetsOf = (graph: Graph, file: string): string[] =>
  (graph.get(file)?.imports ?? []).flatMap(({ target }) => (target !== undefined && graph.has(target) ? [target] : []));

const importLine = (graph: Graph, file: string, target: string): number =>
  graph.get(file)?.imports.find((entry) => entry.target === target)?.line ?? 1;
