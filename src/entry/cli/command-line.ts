import { parseArgs } from 'node:util';
import { AppError, refusalOf } from '../../platform/kernel/app-error.ts';
import { asError, membersOf, messageOf } from '../../platform/kernel/unchecked.ts';
import { version } from '../start/service.ts';
import { alignedColumns, type Command, type Option, UsageError } from './command.ts';

/** Exit codes; 2 is the shell's convention for wrong usage. */
const EXIT = { ok: 0, failure: 1, usage: 2 } as const;

/** Runs the command that `words` name and returns the exit code. A failure prints one readable message, no stack. */
export async function runCommandLine(commands: readonly Command[], words: readonly string[]): Promise<number> {
  try {
    await obey(commands, words);
    return EXIT.ok;
  } catch (error) {
    console.error(describeFailure(error));
    return error instanceof UsageError ? EXIT.usage : EXIT.failure;
  }
}

async function obey(commands: readonly Command[], words: readonly string[]): Promise<void> {
  const command = commands.find(({ name }) => name.split(' ').every((word, index) => words[index] === word));
  const wantsHelp = words.includes('--help') || words.includes('-h') || words[0] === 'help';
  if (words[0] === '--version') return console.log(version);
  if (command === undefined) {
    const group = commands.filter(({ name }) => name.startsWith(`${words[0]} `));
    const overview = group.length > 0 ? helpOverview(group, words[0]) : helpOverview(commands);
    if (wantsHelp) return console.log(overview);
    const isUnknown = words.length > 0 && group.length === 0;
    throw new UsageError(isUnknown ? unknown(commands, words[0] ?? '') : `${complaint(words, group)}\n\n${overview}`);
  } else if (wantsHelp) console.log(helpOf(command));
  else await command.run(valuesOf(command, words.slice(command.name.split(' ').length)));
}

/** Names the commands that have the word in them, not all: the complaint would scroll away. */
function unknown(commands: readonly Command[], word: string): string {
  const near = commands.filter(({ name }) => name.split(' ').includes(word)).map(({ name }) => `"${name}"`);
  const hint = near.length > 0 ? ` Did you mean ${near.join(' or ')}?` : '';
  return `There is no command "${word}".${hint} --help lists all commands.`;
}

/** `group` holds the commands that begin with the first word. */
function complaint(words: readonly string[], group: readonly Command[]): string {
  const [first, second] = words;
  if (first === undefined) return 'Name a command.';
  const known = group.map(({ name }) => name.slice(first.length + 1)).join(', ');
  return second === undefined || second.startsWith('-')
    ? `"${first}" needs a second word: ${known}.`
    : `There is no command "${first} ${second}", but "${first}" with: ${known}.`;
}

function valuesOf(command: Command, args: readonly string[]): Record<string, string | boolean> {
  const options = Object.entries(command.options).map(([name, { kind }]) => [
    name,
    kind === 'flag' ? { type: 'boolean' as const, default: false } : { type: 'string' as const },
  ]);
  const values = parsed(command, args, Object.fromEntries(options));
  for (const [name, { required }] of Object.entries(command.options)) {
    if (required && !values[name]) throw new UsageError(`--${name} is missing.\n\n${helpOf(command)}`);
  }
  return values;
}

function parsed(
  command: Command,
  args: readonly string[],
  options: NonNullable<Parameters<typeof parseArgs>[0]>['options'] & object,
): Record<string, string | boolean> {
  try {
    const allowPositionals = command.argument !== undefined;
    const { values, positionals, tokens } = parseArgs({ args: [...args], options, allowPositionals, tokens: true });
    refuseRepetition(tokens.flatMap((token) => (token.kind === 'option' ? [token.name] : [])));
    return { ...values, ...argumentsOf(command, positionals) } as Record<string, string | boolean>;
  } catch (error) {
    throw new UsageError(`${messageOf(error)}\n\n${helpOf(command)}`);
  }
}

function argumentsOf(command: Command, words: readonly string[]): Record<string, string> {
  const wanted = namesOfArguments(command);
  const missing = wanted[words.length];
  if (missing !== undefined) throw new UsageError(`<${missing}> is missing.`);
  if (words.length > wanted.length) throw new UsageError(`Only one <${wanted.at(-1)}> can be given.`);
  return Object.fromEntries(wanted.map((name, index) => [name, words[index] ?? '']));
}

const namesOfArguments = ({ argument, secondArgument }: Command): string[] =>
  [argument, secondArgument].flatMap((one) => one?.name ?? []);

/** The parser would keep the last one: in `--role member --role admin` a correction could grant too much. */
function refuseRepetition(names: readonly string[]): void {
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new UsageError(`--${twice} is given more than once.`);
}

/** A member of a refusal; of a heading and what is read below it, the heading. */
function inWords(value: unknown): string {
  if (Array.isArray(value)) return value.map(inWords).join(', ');
  if (typeof value !== 'object' || value === null) return String(value);
  const { heading } = membersOf(value);
  return typeof heading === 'string' ? `“${heading}”` : JSON.stringify(value);
}

/**
 * An `AppError`'s text is for users; the operator gets its cause. For refusals the code says more than the database's
 * wording.
 */
function describeFailure(error: unknown): string {
  const { message, cause } = asError(error);
  if (!(error instanceof AppError)) return message;
  const { code, when, status } = refusalOf(error.code);
  const figures = Object.entries(error.members).map(([name, value]) => `${name} ${inWords(value)}`);
  const reasons = status >= 500 && cause instanceof Error ? [cause.message] : figures;
  return `${code}: ${when}${reasons.length > 0 ? ` (${reasons.join(', ')})` : ''}`;
}

const CALL = 'npm run iskaznica --';

/** Commands with their summaries; `group` limits them to one first word. */
function helpOverview(commands: readonly Command[], group?: string): string {
  const rows = commands.map(({ name, summary }) => [`  ${name}`, summary]);
  const usage = group === undefined ? '<command>' : `${group} <command>`;
  return `Usage: ${CALL} ${usage} [options]\n\n${alignedColumns(rows)}\n\nSettings come from the environment, as for the service: see docs/configuration.md.\n${usage} --help lists its options; --version prints the version. Exit codes: 0 done, 1 failed, 2 wrong command line.`;
}

/** One command with its options. */
function helpOf({ name, summary, argument, secondArgument, options, notes }: Command): string {
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
