import { hash } from 'node:crypto';
import { type SqlBool, sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';
import type { TableOf } from '../../platform/database/define-table.ts';
import { fromJson, type JsonText, toJson } from '../../platform/database/json-column.ts';
import { type Instant, instantAt } from '../../platform/kernel/clock.ts';
import { actStore } from '../long-acts/acts-store.ts';
import { OPEN } from '../long-acts/long-act.ts';
import { type Import, importsTable, type WordCount } from './import.ts';

declare module '../../platform/database/schema.ts' {
  interface Schema {
    imports: TableOf<typeof importsTable>;
  }
}

export const imports = actStore<Import>(importsTable);

export const listOpenFiles = async (db: Db): Promise<string[]> =>
  (await db.selectFrom('imports').select('file').where(isOpen).execute()).map(({ file }) => file);

const isOpen = () => sql<boolean>`${sql.raw(OPEN)}`;

/** Keeps open imports from creating people with these addresses. Waits for a batch in progress, or makes it wait. */
export async function leaveOut(tx: Tx, emails: readonly string[]): Promise<void> {
  const open = await tx
    .updateTable('imports')
    .set({ left_out: sql`left_out` })
    .where(isOpen)
    .returning(['id', 'left_out'])
    .execute();
  for (const { id, left_out } of open) {
    const digests = new Set([...fromJson(left_out), ...emails.map(addressDigest)]);
    await tx
      .updateTable('imports')
      .set({ left_out: toJson([...digests]) })
      .where('id', '=', id)
      .execute();
  }
}

/** Digest of an address, since the address itself is erased. */
export const addressDigest = (email: string): string => hash('sha256', email, 'base64url');

/** Blanks what is removed with the file: words from it. */
const WITHOUT_FILE = { kept_until: null, unknown_roles: toJson([]) };

/**
 * What the end of an import changes besides. If somebody in the file was erased meanwhile, the file is not kept, whatever `keptUntil`
 * says; nor is that of an import without faults.
 */
export function atRest(keptUntil: Instant | null) {
  if (keptUntil === null) return { ...WITHOUT_FILE, left_out: toJson([]) };
  const stays = sql`left_out = '[]' and (mode = 'dry-run' or failed > 0)`;
  return {
    left_out: toJson([]),
    kept_until: sql<Instant | null>`case when ${stays} then cast(${keptUntil} as text) end`,
    unknown_roles: sql<JsonText<readonly WordCount[]>>`case when ${stays} then unknown_roles else '[]' end`,
  };
}

/** A dry run has nothing to undo. */
export const IS_REAL = sql<SqlBool>`mode = 'real'`;

/** What counting the rows of a batch has changed: JSON as text. */
export const problemsAsJson = ({ problems, unknown_roles }: Pick<Import, 'problems' | 'unknown_roles'>) => ({
  problems: toJson(problems),
  unknown_roles: toJson(unknown_roles),
});

/** Takes over the file of a check as it was read: exactly one caller gets the row, and none after a further correction. */
export async function claimKeptFile(
  tx: Tx,
  { id, corrected }: Pick<Import, 'id' | 'corrected'>,
  at: Instant,
): Promise<boolean> {
  const claimed = tx
    .updateTable('imports')
    .set(WITHOUT_FILE)
    .where('id', '=', id)
    .where('mode', '=', 'dry-run')
    .where('status', '=', 'completed')
    .where('corrected', '=', corrected)
    .where('kept_until', '>', at);
  return (await claimed.returning('id').executeTakeFirst()) !== undefined;
}

/**
 * Counts a correction of a check whose file is there and was read with all corrections before: exactly one caller gets the row,
 * and nobody once the file went on.
 */
export async function claimCorrection(
  tx: Tx,
  { id, corrected }: Pick<Import, 'id' | 'corrected'>,
  at: Instant,
): Promise<boolean> {
  const claimed = tx
    .updateTable('imports')
    .set({ corrected: corrected + 1 })
    .where('id', '=', id)
    .where('mode', '=', 'dry-run')
    .where('status', '=', 'completed')
    .where('corrected', '=', corrected)
    .where('kept_until', '>', at);
  return (await claimed.returning('id').executeTakeFirst()) !== undefined;
}

export async function setNext(tx: Tx, id: number, next: Pick<Import, 'next_id' | 'next_is'>): Promise<void> {
  await tx.updateTable('imports').set(next).where('id', '=', id).execute();
}

/** Earlier than every instant, so that the worker removes the file. */
const LONG_AGO = instantAt(0);

/** Expires all kept files, since one of them may contain a person who was erased. */
export async function expireKeptFiles(tx: Tx): Promise<void> {
  await tx
    .updateTable('imports')
    .set({ kept_until: LONG_AGO, unknown_roles: toJson([]) })
    .where('kept_until', 'is not', null)
    .execute();
}

export const listKeptFiles = async (db: Db): Promise<string[]> =>
  (await db.selectFrom('imports').select('file').where('kept_until', 'is not', null).execute()).map(({ file }) => file);

export const hasExpiredFiles = async (db: Db, at: Instant): Promise<boolean> =>
  (await db.selectFrom('imports').select('id').where('kept_until', '<=', at).limit(1).executeTakeFirst()) !== undefined;

/** The imports whose files have expired, each returned once. */
export const dropExpiredFiles = (tx: Tx, at: Instant): Promise<Pick<Import, 'id' | 'mode' | 'file'>[]> =>
  tx.updateTable('imports').set(WITHOUT_FILE).where('kept_until', '<=', at).returning(['id', 'mode', 'file']).execute();
