/** One `--option` of a command. A `text` option takes a value, a `flag` none. */
export interface Option {
  readonly kind: 'text' | 'flag';
  /** What to write in place of the value, for `--help`. */
  readonly placeholder?: string;
  readonly about: string;
  readonly required?: true;
}

/** The one word that a command may take without `--`. It must be given. */
export interface Argument {
  readonly name: string;
  readonly about: string;
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

interface CommandStatement<O extends Options, A extends string> {
  /** One or two words. */
  readonly name: string;
  readonly summary: string;
  readonly argument?: Argument & { readonly name: A };
  readonly options: O;
  /** What `--help` says below the options. */
  readonly notes?: string;
  /** @throws Error whose message says what went wrong; `UsageError` for a wrong command line */
  readonly run: (values: OptionValues<O> & { readonly [Name in A]: string }) => Promise<void>;
}

export interface Command extends Omit<CommandStatement<Options, string>, 'run'> {
  readonly run: (values: Readonly<Record<string, string | boolean | undefined>>) => Promise<void>;
}

export const defineCommand = <const O extends Options, const A extends string = never>(
  statement: CommandStatement<O, A>,
): Command => statement as unknown as Command;

/** The command line itself is wrong, so nothing was tried. */
export class UsageError extends Error {}
