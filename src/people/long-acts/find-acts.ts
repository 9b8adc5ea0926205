import { type Manager, reachesEveryTenant, reachesTenant } from '../../accounts/permissions/managing-users.ts';
import { scopeOf } from '../../accounts/permissions/scope.ts';
import { findNames } from '../../accounts/users/find-names.ts';
import type { Db } from '../../platform/database/database.ts';
import { type Page, TOTAL_CAP } from '../../platform/http/list-wire.ts';
import { type CursorKey, keyFromCursor } from '../../platform/http/page-cursor.ts';
import { AppError, type RefusalCode } from '../../platform/kernel/app-error.ts';
import type { TenantId } from '../../platform/kernel/entity-id.ts';
import type { ActRow, ActRowStore } from './act-rows-store.ts';
import type { ActStore } from './acts-store.ts';
import type { Act } from './long-act.ts';

interface Wanted {
  readonly cursor: string | undefined;
  readonly limit: number;
}

type Named<Of> = Of & { readonly created_by_name: string | null };

interface Lists<Of extends Act, Row extends ActRow> {
  /** The name of the list in cursors. */
  readonly list: string;
  readonly acts: ActStore<Of>;
  readonly rows: ActRowStore<Row>;
  readonly notFound: RefusalCode;
  /** How many rows of an act have each outcome now. */
  counts(act: Of): Readonly<Record<Row['outcome'], number>>;
}

/** How the acts of a kind and their rows are found and listed, within the reach of whoever asks. */
export function actLists<Of extends Act, Row extends ActRow>({ list, acts, rows, notFound, counts }: Lists<Of, Row>) {
  type Outcome = Row['outcome'];
  /** Cursors of one act's rows do not work for another. */
  const rowList = (id: number): string => `${list}:${id}:rows`;
  const placeFrom = (id: number, cursor: string) => {
    const [rank, place] = keyFromCursor(rowList(id), ['number', 'number'], cursor);
    return { outcome: rows.outcomes[Number(rank)] ?? rows.first, place: Number(place) };
  };
  return {
    rowList,
    rowKey: (row: Row): CursorKey => [rows.outcomes.indexOf(row.outcome), rows.placeOf(row)],

    /** @throws AppError `notFound` (404), also for an act of another tenant */
    get: async (db: Db, manager: Manager, id: number): Promise<Of> => {
      const found = await acts.find(db, id);
      const reached =
        found && (found.tenant_id === null ? reachesEveryTenant(manager) : reachesTenant(manager, found.tenant_id));
      if (!reached) throw new AppError(notFound);
      return found;
    },

    /** Adds the names of those who requested the acts, within the caller's scope. */
    withNames: async (db: Db, manager: Manager, some: readonly Of[]): Promise<Named<Of>[]> => {
      const ids = [...new Set(some.flatMap(({ created_by }) => created_by ?? []))];
      const names = await findNames(db, ids, scopeOf(manager));
      return some.map((act) => ({ ...act, created_by_name: names.get(act.created_by ?? 0) ?? null }));
    },

    /** Newest first. @throws AppError 404 for a tenant out of scope; InvalidRequest (422) for a cursor of another list */
    page: async (
      db: Db,
      manager: Manager,
      { tenantId: wanted, cursor, limit }: Wanted & { tenantId: TenantId | undefined },
    ): Promise<Page<Of>> => {
      const scope = scopeOf(manager, wanted);
      const [before] = cursor === undefined ? [] : keyFromCursor(list, ['number'], cursor);
      const page = { scope, before: before === undefined ? undefined : Number(before), limit };
      return { rows: await acts.list(db, page), counted: await acts.count(db, scope, TOTAL_CAP + 1), limit };
    },

    /** One page of the outcomes of rows, problems first. */
    rowPage: async (
      db: Db,
      act: Of,
      { outcome, cursor, limit }: Wanted & { outcome: Outcome | undefined },
    ): Promise<Page<Row>> => {
      const after = cursor === undefined ? undefined : placeFrom(act.id, cursor);
      const outcomes = outcome === undefined ? rows.outcomes : [outcome];
      const found = await rows.listByOutcome(db, act.id, { outcomes, after, limit });
      const counted = counts(act);
      return { rows: found, counted: outcomes.reduce((sum, one) => sum + counted[one as Outcome], 0), limit };
    },
  };
}
