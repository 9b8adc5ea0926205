import type { Schema } from './schema.ts';

/**
 * What an export does with a column: shows it as a member of a part (`in part.member`), shows what follows from it
 * (`from part.member`), or leaves it out, and why.
 */
export type Exported = `in ${string}` | `from ${string}` | Withheld;

/**
 * `secret`: a key, seed, digest or identifier that would help only an attacker. `inner`: how the service does its work.
 * `repeated`: told in another place. `thing`: about an application, a document, a file, not about who made it. `others`: about
 * somebody else.
 */
export const WITHHELD = ['secret', 'inner', 'repeated', 'thing', 'others'] as const;
export type Withheld = (typeof WITHHELD)[number];

/** What an erasure does with a column. `removed`: the row goes. `replaced`: another value takes its place, which tells nothing. */
export type Erased = 'removed' | 'emptied' | 'replaced' | 'kept';

export interface PersonalColumn {
  readonly export: Exported;
  readonly erasure: Erased;
}

type ColumnsOf<Table> = { readonly [Column in keyof Table]-?: PersonalColumn };

/** Every column of tables with rows of a person: one that is not stated does not compile. `nobody`: no row is a person's. */
export type PersonalTables = { readonly [Table in keyof Schema]?: ColumnsOf<Schema[Table]> | 'nobody' };

export interface StatedColumn extends PersonalColumn {
  readonly table: string;
  readonly column: string;
}

/** All columns of tables with rows of a person. */
export const statedColumns = (tables: PersonalTables): StatedColumn[] =>
  Object.entries(tables).flatMap(([table, columns]) =>
    columns === 'nobody'
      ? []
      : Object.entries(columns).map(([column, { export: told, erasure }]: [string, PersonalColumn]) => ({
          table,
          column,
          export: told,
          erasure,
        })),
  );
