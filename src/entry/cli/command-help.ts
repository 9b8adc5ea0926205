import type { Command, Option } from './command.ts';
import { alignedColumns } from './text-columns.ts';

const CALL = 'npm run iskaznica --';

/** Commands with their summaries; `group` limits them to one first word. */
export function helpOverview(commands: readonly Command[], group?: string): string {
  const rows = commands.map(({ name, summary }) => [`  ${name}`, summary]);
  const usage = group === undefined ? '<command>' : `${group} <command>`;
  return `Usage: ${CALL} ${usage} [options]\n\n${alignedColumns(rows)}\n\nSettings come from the environment, as for the service: see docs/configuration.md.\n${usage} --help lists its options; --version prints the version. Exit codes: 0 done, 1 failed, 2 wrong command line.`;
}

/** One command with its options. */
export function helpOf({ name, summary, argument, secondArgument, options, notes }: Command): string {
  const entries = Object.entries(options);
  const usage = entries.map(([option, about]) =>
    about.required ? written(option, about) : `[${written(option, about)}]`,
  );
  const words = [argument, secondArgument].filter((one) => one !== undefined);
  usage.unshift(...words.map((one) => `<${one.name}>`));
  const rows = entries.map(([option, about]) => [`  ${written(option, about)}`, about.about]);
  rows.unshift(...words.map((one) => [`  <${one.name}>`, one.about]));
  const list = rows.length > 0 ? `\n\n${alignedColumns(rows)}` : '';
  return `Usage: ${[CALL, name, ...usage].join(' ')}\n\n${summary}${list}${notes === undefined ? '' : `\n\n${notes}`}`;
}

const written = (option: string, { kind, placeholder = 'text' }: Option): string =>
  kind === 'flag' ? `--${option}` : `--${option} <${placeholder}>`;
