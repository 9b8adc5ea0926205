/** One `--option` of a command. A `text` option takes a value, a `flag` none. */
export interface Option {
  readonly kind: 'text' | 'flag';
  /** The placeholder for the value in `--help`. */
  readonly placeholder?: string;
  readonly about: string;
  readonly required?: true;
}

/** A required word that a command takes without `--`. */
export interface Argument {
  readonly name: string;
  readonly about: string;
}

type Options = Readonly<Record<string, Option>>;

/** Values from the command line, by option. */
export type OptionValues<O extends Options> = {
  readonly [Name in keyof O]: O[Name] extends { kind: 'flag' }
    ? boolean
    : O[Name] extends { required: true }
      ? string
      : string | undefined;
};

interface CommandStatement<O extends Options, A extends string, B extends string> {
  /** One or two words. */
  readonly name: string;
  readonly summary: string;
  readonly argument?: Argument & { readonly name: A };
  /** A further word after the argument. */
  readonly secondArgument?: Argument & { readonly name: B };
  readonly options: O;
  /** The text of `--help` below the options. */
  readonly notes?: string;
  /** @throws Error with a readable message; `UsageError` for a wrong command line */
  readonly run: (values: OptionValues<O> & { readonly [Name in A | B]: string }) => Promise<void>;
}

export interface Command extends Omit<CommandStatement<Options, string, string>, 'run'> {
  readonly run: (values: Readonly<Record<string, string | boolean | undefined>>) => Promise<void>;
}

export const defineCommand = <const O extends Options, const A extends string = never, const B extends string = never>(
  statement: CommandStatement<O, A, B>,
): Command => statement as unknown as Command; // `run` gets the options that were parsed by `statement.options`

/** Wrong command line; nothing was attempted. */
export class UsageError extends Error {}

/** Aligned columns, each as wide as its widest cell, two spaces apart. */
export function alignedColumns(rows: readonly (readonly string[])[]): string {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [index, cell] of row.entries()) widths[index] = Math.max(widths[index] ?? 0, cell.length);
  }
  const line = (row: readonly string[]) => row.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join('  ');
  return rows.map((row) => line(row).trimEnd()).join('\n');
}
