import type { Command, Option } from './command.ts';
import { alignedColumns } from './text-columns.ts';

const CALL = 'npm run iskaznica --';

/** Every command with its summary. */
export function helpOverview(commands: readonly Command[]): string {
  const rows = commands.map(({ name, summary }) => [`  ${name}`, summary]);
  return `Usage: ${CALL} <command> [options]\n\n${alignedColumns(rows)}\n\nSettings come from the environment, as for the service: see docs/configuration.md.\n<command> --help tells its options. Exit codes: 0 done, 1 failed, 2 wrong command line.`;
}

/** One command with its options. */
export function helpOf({ name, summary, options }: Command): string {
  const entries = Object.entries(options);
  const usage = entries.map(([option, about]) =>
    about.required ? written(option, about) : `[${written(option, about)}]`,
  );
  const rows = entries.map(([option, about]) => [`  ${written(option, about)}`, about.about]);
  const list = rows.length > 0 ? `\n\n${alignedColumns(rows)}` : '';
  return `Usage: ${[CALL, name, ...usage].join(' ')}\n\n${summary}${list}`;
}

const written = (option: string, { kind, placeholder = 'text' }: Option): string =>
  kind === 'flag' ? `--${option}` : `--${option} <${placeholder}>`;
