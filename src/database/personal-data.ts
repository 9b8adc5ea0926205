import type { Instant } from '../kernel/clock.ts';
import type { Db, Tx } from './database.ts';
import type { Schema } from './schema.ts';

/**
 * What a room holds about people. Every table with personal data belongs to exactly one contributor; a table that has none
 * fails the house tests.
 */
export interface PersonalDataContributor {
  readonly room: string;
  readonly tables: readonly (keyof Schema)[];
  /** All of it about one user, as plain JSON: no secret, no hash, nobody else. */
  readonly exportOf: (db: Db, userId: number) => Promise<Readonly<Record<string, unknown>>>;
  /** Removes it for good, and ends what it allowed. Running it twice changes nothing more. */
  readonly erase: (tx: Tx, userId: number, at: Instant) => Promise<void>;
  /** Removes the person's values from rows that are about somebody else. Running it twice changes nothing more. */
  readonly eraseValues?: (tx: Tx, values: PersonalValues) => Promise<void>;
  /** For docs/personal-data.md and for whoever decides about an erasure. */
  readonly words: PersonalDataWords;
}

/** What tells a person wherever it stands. Nothing here belongs to another living account as well. */
export interface PersonalValues {
  readonly userId: number;
  /** In canonical spelling, earlier ones included. */
  readonly emails: readonly string[];
  readonly oib: string | null;
  readonly phone: string | null;
  /** Of two words at least, in either order. */
  readonly names: readonly string[];
}

/** All of them, for looking into texts that people wrote. */
export const textsTelling = ({ emails, oib, phone, names }: PersonalValues): string[] => [
  ...emails,
  ...[oib, phone].filter((text) => text !== null),
  ...names,
];

export interface PersonalDataWords {
  readonly holds: string;
  readonly erased: string;
  /** What outlives an erasure, on what ground, until when. */
  readonly stays?: { readonly what: string; readonly ground: string; readonly until: string };
}
