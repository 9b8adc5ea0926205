import type { Outcome } from './test-pass.ts';

export interface Totals {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

const SHOWN = 30;
const LINES_OF_A_FAILURE = 25;

/** A test that ran on both engines counts twice. */
export function totalsOf(outcomes: readonly Outcome[]): Totals {
  const count = (ended: Outcome['ended']): number => outcomes.filter((outcome) => outcome.ended === ended).length;
  return { passed: count('passed'), failed: count('failed'), skipped: count('skipped') };
}

export const describeTotals = ({ passed, failed, skipped }: Totals): string =>
  `${passed} passed, ${failed} failed, ${skipped} skipped`;

/** `file: test`, or the file alone where the outcome is that of a whole file. */
export const nameOf = ({ file, name }: Outcome): string => [file, name].filter(Boolean).join(': ');

/** Errors of these tests, printed with the totals, since the original output has scrolled away. */
export const describeFailures = (failed: readonly Outcome[]): string =>
  failed
    .slice(0, SHOWN)
    .map(
      (outcome) =>
        `\n✖ ${nameOf(outcome)}\n${(outcome.why ?? '').split('\n').slice(0, LINES_OF_A_FAILURE).join('\n')}\n`,
    )
    .join('');

const DEAREST = 12;

/** The files that took longest, in seconds: where a run can be made shorter. */
export function dearestFiles(outcomes: readonly Outcome[]): string {
  const sums = [...Map.groupBy(outcomes, ({ file }) => file)].map(
    ([file, tests]) => [file, tests.reduce((sum, { ms }) => sum + ms, 0) / 1000] as const,
  );
  const dearest = sums.sort(([, one], [, other]) => other - one).slice(0, DEAREST);
  return dearest.map(([file, seconds]) => `${seconds.toFixed(1).padStart(7)} s  ${file}`).join('\n');
}

/** A list that names the first few and says how many more there are. */
export function shortList(title: string, entries: readonly string[]): string[] {
  const rest = entries.length - SHOWN;
  const shown = entries.slice(0, SHOWN).map((entry) => `${title} ${entry}`);
  return rest > 0 ? [...shown, `${title} … and ${rest} more`] : shown;
}

/** A box that cannot be overlooked below a long output. */
export function frame(lines: readonly string[]): string {
  const width = Math.max(...lines.map((line) => line.length));
  const edge = '═'.repeat(width + 2);
  return [`╔${edge}╗`, ...lines.map((line) => `║ ${line.padEnd(width)} ║`), `╚${edge}╝`].join('\n');
}
