import type { Instant } from '../kernel/clock.ts';
import type { UserId } from '../kernel/entity-id.ts';
import type { Db, Tx } from './database.ts';
import type { Table } from './define-table.ts';
import type { DataPart, PersonalColumn } from './personal-columns.ts';

/**
 * What a room stores about people. Every table with personal data belongs to exactly one contributor; the house tests
 * fail for any other.
 */
export interface PersonalDataContributor {
  readonly room: string;
  readonly tables: readonly Table[];
  /** Everything about one user as plain JSON: no secrets, no hashes, nobody else's data. */
  readonly exportOf: (db: Db, userId: UserId) => Promise<Readonly<Record<string, unknown>>>;
  /** Removes the data for good, with any access they gave. Idempotent. */
  readonly erase: (tx: Tx, userId: UserId, at: Instant) => Promise<void>;
  /** Removes the person's values from rows about somebody else. Idempotent. */
  readonly eraseValues?: (tx: Tx, values: PersonalValues) => Promise<void>;
  /** Parts of the export that no table of its own has. */
  readonly parts?: Readonly<Record<string, DataPart>>;
  /** Texts for docs/personal-data.md and for those who decide about an erasure. */
  readonly description: PersonalDataDescription;
}

/** What each part of the export is for, and until when it is kept: tells people (GDPR art. 13, 15) and records processing (art. 30). */
export const partsOf = ({ tables, parts }: Pick<PersonalDataContributor, 'tables' | 'parts'>): [string, DataPart][] =>
  [...tables.map(({ personal }) => ('nobody' in personal ? {} : personal.parts)), parts ?? {}].flatMap((some) =>
    Object.entries(some),
  );

export interface StatedColumn extends PersonalColumn {
  readonly table: string;
  readonly column: string;
}

/** All columns of tables with rows of a person. */
export const statedColumns = (tables: readonly Table[]): StatedColumn[] =>
  tables.flatMap(({ name: table, columns }) =>
    Object.entries(columns).flatMap(([column, { facts }]) =>
      facts.personal === undefined ? [] : [{ table, column, ...facts.personal }],
    ),
  );

/** Values that identify a person anywhere. None belongs to another living account as well. */
export interface PersonalValues {
  readonly userId: UserId;
  /** Canonical, earlier ones included. */
  readonly emails: readonly string[];
  readonly oib: string | null;
  readonly phone: string | null;
  /** Names of at least two words, in either order. */
  readonly names: readonly string[];
}

/** All of them, for searching free text. */
export const textsTelling = ({ emails, oib, phone, names }: PersonalValues): string[] => [
  ...emails,
  ...[oib, phone].filter((text) => text !== null),
  ...names,
];

export interface PersonalDataDescription {
  readonly holds: string;
  readonly erased: string;
  /** What is kept after an erasure, on what ground, until when. */
  readonly stays?: { readonly what: string; readonly ground: string; readonly until: string };
}
