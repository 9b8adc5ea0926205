import { hash } from 'node:crypto';
import { sql } from 'kysely';
import { countUpTo } from '../../platform/database/count-up-to.ts';
import type { Db, Tx } from '../../platform/database/database.ts';
import type { TableOf } from '../../platform/database/define-table.ts';
import { fromJson, type JsonText, jsonOf, toJson } from '../../platform/database/json-column.ts';
import { type Instant, instantAt } from '../../platform/kernel/clock.ts';
import type { TenantId, UserId } from '../../platform/kernel/entity-id.ts';
import { type Import, importsTable, UNDOABLE_STATUSES, type WordCount } from './import.ts';

declare module '../../platform/database/schema.ts' {
  interface Schema {
    imports: TableOf<typeof importsTable>;
  }
}

const json = jsonOf(importsTable);

export const addImport = async (tx: Tx, row: Omit<Import, 'id'>): Promise<Import> =>
  json.read(await tx.insertInto('imports').values(json.write(row)).returningAll().executeTakeFirstOrThrow());

export async function findImport(db: Db, id: number): Promise<Import | undefined> {
  const row = await db.selectFrom('imports').selectAll().where('id', '=', id).executeTakeFirst();
  return row && json.read(row);
}

/** The oldest open import. The condition must be exactly that of the index `imports__open`. */
export async function findOpenImport(db: Db): Promise<Import | undefined> {
  const row = await db.selectFrom('imports').selectAll().where(isOpen).orderBy('id').limit(1).executeTakeFirst();
  return row && json.read(row);
}

export const listOpenFiles = async (db: Db): Promise<string[]> =>
  (await db.selectFrom('imports').select('file').where(isOpen).execute()).map(({ file }) => file);

const isOpen = () => sql<boolean>`status in ('queued', 'running')`;

/** Newest first, with one extra. */
export async function listImports(
  db: Db,
  { tenantId, before, limit }: { tenantId: TenantId | undefined; before: number | undefined; limit: number },
): Promise<Import[]> {
  let page = inTenant(db, tenantId).selectAll();
  if (before !== undefined) page = page.where('id', '<', before);
  const rows = page.orderBy('id', 'desc').limit(limit + 1);
  return (await rows.execute()).map(json.read);
}

export async function countImports(db: Db, tenantId: TenantId | undefined, most: number): Promise<number> {
  return countUpTo(db, inTenant(db, tenantId).select('id'), most);
}

const inTenant = (db: Db, tenantId: TenantId | undefined) =>
  tenantId === undefined ? db.selectFrom('imports') : db.selectFrom('imports').where('tenant_id', '=', tenantId);

/**
 * Claims the rows between two lines for exactly one caller; one that outlived its lease finds them already claimed. Must come
 * first in the transaction, so that others wait for its row. Returns digests of addresses to leave out, and the problems so
 * far; `undefined` if the claim failed.
 */
export async function claimRows(
  tx: Tx,
  id: number,
  from: number,
  to: number,
  at: Instant,
): Promise<ClaimedRows | undefined> {
  const claimed = tx
    .updateTable('imports')
    .set(({ fn, ref, val }) => ({
      ...({ status: 'running', next_line: to } as const),
      started_at: fn.coalesce(ref('started_at'), val(at)),
    }))
    .where('id', '=', id)
    .where('next_line', '=', from)
    .where('undo_requested_at', 'is', null)
    .where(isOpen);
  const row = await claimed.returning(['left_out', 'problems', 'unknown_roles']).executeTakeFirst();
  return row && json.read(row);
}

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

export async function claimUndo(tx: Tx, id: number, from: number, to: number): Promise<boolean> {
  const claimed = tx
    .updateTable('imports')
    .set({ undo_line: to })
    .where('id', '=', id)
    .where('undo_line', '=', from)
    .where('undo_requested_at', 'is not', null)
    .where(isOpen);
  return (await claimed.returning('id').executeTakeFirst()) !== undefined;
}

type ClaimedRows = Pick<Import, 'left_out' | 'problems' | 'unknown_roles'>;

type Counts = Partial<
  Pick<Import, 'created' | 'administrators' | 'skipped' | 'failed' | 'undone' | 'kept' | 'problems' | 'unknown_roles'>
>;

export async function addCounts(tx: Tx, id: number, counts: Counts): Promise<void> {
  const {
    created = 0,
    administrators = 0,
    skipped = 0,
    failed = 0,
    undone = 0,
    kept = 0,
    ...told
  } = json.write(counts);
  await tx
    .updateTable('imports')
    .set(({ eb }) => ({
      ...told,
      created: eb('created', '+', created),
      administrators: eb('administrators', '+', administrators),
      skipped: eb('skipped', '+', skipped),
      failed: eb('failed', '+', failed),
      undone: eb('undone', '+', undone),
      kept: eb('kept', '+', kept),
    }))
    .where('id', '=', id)
    .execute();
}

/** Blanks the context of the request, which is no longer needed. */
const NOBODY = { ip: null, user_agent: null, request_id: null, left_out: toJson([]) };

/** Blanks what is removed with the file: words from it. */
const WITHOUT_FILE = { kept_until: null, unknown_roles: toJson([]) };

type EndedAt = Partial<Pick<Import, 'finished_at' | 'undone_at'>>;

/**
 * Ends an import and returns it; `undefined` if another caller has ended it. If somebody in the file was erased meanwhile, the
 * file is not kept, whatever `kept_until` says.
 */
export async function finishImport(
  tx: Tx,
  id: number,
  { kept_until, ...ending }: Pick<Import, 'status' | 'failure' | 'kept_until'> & EndedAt,
): Promise<Import | undefined> {
  const finished = tx
    .updateTable('imports')
    .set(({ eb }) => {
      if (kept_until === null) return { ...ending, ...NOBODY, ...WITHOUT_FILE };
      const isWorthIt = eb.or([eb('mode', '=', 'dry-run'), eb('failed', '>', 0)]);
      const stays = eb.and([eb('left_out', '=', toJson([])), isWorthIt]);
      return {
        ...ending,
        ...NOBODY,
        kept_until: sql<Instant | null>`case when ${stays} then cast(${kept_until} as text) end`,
        unknown_roles: sql<JsonText<readonly WordCount[]>>`case when ${stays} then unknown_roles else '[]' end`,
      };
    })
    .where('id', '=', id)
    .where(isOpen);
  const row = await finished.returningAll().executeTakeFirst();
  return row && json.read(row);
}

/** Takes over the file of a check: exactly one caller gets the row. */
export async function claimKeptFile(tx: Tx, id: number, at: Instant): Promise<boolean> {
  const claimed = tx
    .updateTable('imports')
    .set(WITHOUT_FILE)
    .where('id', '=', id)
    .where('mode', '=', 'dry-run')
    .where('status', '=', 'completed')
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

/** Names of the files that have expired, each returned once. */
export async function dropExpiredFiles(tx: Tx, at: Instant): Promise<string[]> {
  const dropped = tx.updateTable('imports').set(WITHOUT_FILE).where('kept_until', '<=', at).returning('file');
  return (await dropped.execute()).map(({ file }) => file);
}

/** Requests the undoing of a finished import; `undefined` when it cannot be undone. */
export async function requestUndo(
  tx: Tx,
  id: number,
  asked: Pick<
    Import,
    'asked_by' | 'asked_by_service' | 'tier' | 'ip' | 'user_agent' | 'request_id' | 'undo_requested_at'
  >,
): Promise<Import | undefined> {
  const opened = tx
    .updateTable('imports')
    .set({ ...asked, status: 'running' })
    .where('id', '=', id)
    .where('mode', '=', 'real')
    .where('status', 'in', UNDOABLE_STATUSES);
  const row = await opened.returningAll().executeTakeFirst();
  return row && json.read(row);
}

/** The imports that somebody started. Until each has ended: client address and device, of whoever asked last. */
export const listStartedBy = (db: Db, userId: UserId) =>
  db
    .selectFrom('imports')
    .select(['id', 'mode', 'status', 'total', 'created', 'created_at', 'finished_at'])
    .select(['ip', 'user_agent', 'asked_by'])
    .where('created_by', '=', userId)
    .orderBy('id')
    .execute();

/** Blanks what an import stores about the requester besides the id. */
export async function forgetImporter(tx: Tx, userId: UserId): Promise<void> {
  const own = tx.updateTable('imports').where('asked_by', '=', userId);
  await own.set({ ip: null, user_agent: null, request_id: null }).execute();
}
