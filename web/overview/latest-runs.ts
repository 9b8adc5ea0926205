import type { AuditItem, AuditQuery, Import, List } from '../../client/wire-types.ts';
import { groupOf, isKnownAction } from '../audit-sentences/audit-groups.ts';

/** Sign-ins outnumber other actions by far and are shown elsewhere; this many records contain some of the rest. */
const LOOKED_AT = 200;
const MOST_LOOKS = 4;

export interface Run {
  readonly record: AuditItem;
  /** How often the same action was repeated just before. */
  readonly others: number;
}

interface Log {
  readonly list: (query: AuditQuery) => Promise<List<AuditItem>>;
  readonly getImport: (id: number) => Promise<Import>;
}

/** The latest actions, newest first. Records written by an import are skipped: the import itself is listed. */
export async function latestRuns(log: Log, tenantId: number | undefined, wanted: number): Promise<Run[]> {
  const seen = new Map<number, AuditItem>();
  let from: AuditQuery = {};
  for (let looks = 0; looks < MOST_LOOKS; looks++) {
    const page = await log.list({ limit: LOOKED_AT, ...from, ...(tenantId ? { tenant_id: tenantId } : {}) });
    for (const record of page.items) seen.set(record.id, record);
    const oldest = page.items.at(-1);
    const runs = runsOf(actsAmong([...seen.values()])).slice(0, wanted);
    if (runs.length === wanted || oldest === undefined || page.next_cursor === null) return runs;
    const before = await beforeItsImport(log, oldest, seen);
    from = before === undefined ? { ...from, cursor: page.next_cursor } : { to: before };
  }
  return runsOf(actsAmong([...seen.values()])).slice(0, wanted);
}

/** The start of the import that wrote a record: thousands of others may lie between. */
async function beforeItsImport(log: Log, oldest: AuditItem, seen: ReadonlyMap<number, AuditItem>) {
  const id = importsOf([...seen.values()]).get(oldest.request_id);
  if (id === undefined || isOfImports(oldest)) return undefined;
  const found = await log.getImport(id).catch(() => undefined);
  if (found === undefined) return undefined;
  const { created_at, undo_requested_at } = found;
  return undo_requested_at !== null && oldest.at >= undo_requested_at ? undo_requested_at : created_at;
}

/** Imports by request id, which all their records share. */
function importsOf(records: readonly AuditItem[]): ReadonlyMap<string | null, number> {
  const named = records.filter(({ request_id, meta }) => request_id !== null && typeof importIdOf(meta) === 'number');
  return new Map(named.map(({ request_id, meta }) => [request_id, Number(importIdOf(meta))]));
}

const importIdOf = (meta: AuditItem['meta']): unknown => (meta as Readonly<Record<string, unknown>>).import_id;

const isOfImports = ({ action }: AuditItem): boolean => action.startsWith('import.');

function actsAmong(records: readonly AuditItem[]): AuditItem[] {
  const imports = importsOf(records);
  const ended = new Set(records.filter(({ action }) => action === 'import.finish').map(({ meta }) => importIdOf(meta)));
  return records.filter((record) => {
    const { action, request_id, meta } = record;
    if (action === 'import.start') return !ended.has(importIdOf(meta));
    if (imports.has(request_id) && !isOfImports(record)) return false;
    return !isKnownAction(action) || (groupOf(action) !== 'signIn' && action !== 'user.read');
  });
}

/** Groups repeated actions: a shelf of yearbooks would fill the list. */
function runsOf(records: readonly AuditItem[]): Run[] {
  const runs: Run[] = [];
  for (const record of records) {
    const last = runs.at(-1);
    if (last?.record.action === record.action && last.record.actor_id === record.actor_id && !isOfImports(record))
      runs[runs.length - 1] = { ...last, others: last.others + 1 };
    else runs.push({ record, others: 0 });
  }
  return runs;
}
