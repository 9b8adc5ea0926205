/**
 * Measures the service against its limits: `npm run bench -- [names] [--quick] [--engine sqlite|postgres] [--out FILE]`.
 * Machines differ and drift, so rates compare only within one run; the ratios are what counts. Other commands:
 *
 *   growth           the same queries on a small store and a large one
 *   off              the cost of unused rooms: start, processor and memory with and without them
 *   capacity         unit costs at two sizes, and what 10 thousand, 1 million and 100 million people need
 *   peers            other servers beside this one; installs better-auth into a temporary folder
 *   tasks [FOLDER]   clicks, keys and seconds of ten tasks of a secretary; of an earlier build in another folder
 *   compare A B      two reports side by side
 *   pages            what an administrator of 20,000 people waits for, in Chromium
 *   draw [FILE]      the table and the charts of docs/performance.md, from a report
 */
const COMMANDS: Readonly<Record<string, () => Promise<unknown>>> = {
  growth: () => import('./growth.ts'),
  off: () => import('./off.ts'),
  capacity: () => import('./capacity.ts'),
  peers: () => import('./peers.ts'),
  pages: () => import('./pages.ts'),
  tasks: () => import('./tasks.ts'),
  compare: () => import('./compare-reports.ts'),
  draw: () => import('./draw-report.ts'),
};

await (COMMANDS[process.argv[2] ?? ''] ?? (() => import('./measure.ts')))();
