/** One `--option` of a command. A `text` option takes a value, a `flag` none. */
export interface Option {
  readonly kind: 'text' | 'flag';
  /** What to write in place of the value, for `--help`. */
  readonly placeholder?: string;
  readonly about: string;
  readonly required?: true;
}

type Options = Readonly<Record<string, Option>>;

/** What was written on the command line, by option. */
export type OptionValues<O extends Options> = {
  readonly [Name in keyof O]: O[Name] extends { kind: 'flag' }
    ? boolean
    : O[Name] extends { required: true }
      ? string
      : string | undefined;
};

interface CommandStatement<O extends Options> {
  /** One or two words. */
  readonly name: string;
  readonly summary: string;
  readonly options: O;
  /** What `--help` says below the options. */
  readonly notes?: string;
  /** @throws Error whose message says what went wrong; `UsageError` for a wrong command line */
  readonly run: (values: OptionValues<O>) => Promise<void>;
}

export interface Command extends Omit<CommandStatement<Options>, 'run'> {
  readonly run: (values: Readonly<Record<string, string | boolean | undefined>>) => Promise<void>;
}

export const defineCommand = <const O extends Options>(statement: CommandStatement<O>): Command =>
  statement as unknown as Command;

/** The command line itself is wrong, so nothing was tried. */
export class UsageError extends Error {}
