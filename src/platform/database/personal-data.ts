import type { Instant } from '../kernel/clock.ts';
import type { UserId } from '../kernel/entity-id.ts';
import type { Db, Tx } from './database.ts';
import type { PersonalTables } from './personal-columns.ts';

/**
 * What a room stores about people. Every table with personal data belongs to exactly one contributor; the house tests
 * fail for any other.
 */
export interface PersonalDataContributor {
  readonly room: string;
  readonly tables: PersonalTables;
  /** Everything about one user as plain JSON: no secrets, no hashes, nobody else's data. */
  readonly exportOf: (db: Db, userId: UserId) => Promise<Readonly<Record<string, unknown>>>;
  /** Removes the data for good, with any access they gave. Idempotent. */
  readonly erase: (tx: Tx, userId: UserId, at: Instant) => Promise<void>;
  /** Removes the person's values from rows about somebody else. Idempotent. */
  readonly eraseValues?: (tx: Tx, values: PersonalValues) => Promise<void>;
  /** What each part of the export is for, and until when it is kept: tells people (GDPR art. 13, 15) and records processing (art. 30). */
  readonly parts: Readonly<Record<string, DataPart>>;
  /** Texts for docs/personal-data.md and for those who decide about an erasure. */
  readonly description: PersonalDataDescription;
}

export const PURPOSES = ['account', 'sign-in', 'security', 'contact', 'applications', 'source', 'proof'] as const;

export interface DataPart {
  readonly purpose: (typeof PURPOSES)[number];
  readonly kept: Kept;
}

/** As long as the account, a consent, the audit log or the proof of a decision; or as a rule of retention says. */
export type Kept = 'account' | 'withdrawal' | 'log' | 'proof' | KeptByRule;

export interface KeptByRule {
  /** The name of the rule, which knows for how long. */
  readonly rule: string;
  /** From what on: the end, the last time, the beginning; `contents`: from the beginning, and their traces with the account. */
  readonly from: 'end' | 'last' | 'made' | 'contents';
}

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
