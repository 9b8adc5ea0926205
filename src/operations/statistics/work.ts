import type { SecondFactors } from '../../accounts/permissions/second-factors.ts';
import type { Db } from '../../platform/database/database.ts';
import type { TenantId } from '../../platform/kernel/entity-id.ts';
import { countMissing } from '../../sign-in/factor-rules/find-missing.ts';
import {
  type Asked,
  countDueErasures,
  countFailedMails,
  countOpenInvitations,
  countRowsToCorrect,
  countUninvited,
} from './work-store.ts';

/** What may wait for somebody, most costly first. */
export const KINDS_OF_WORK = [
  'erasures_overdue',
  'erasures_failed',
  'erasures_due',
  'invitations_ending',
  'rows_to_correct',
  'mails_failed',
  'not_invited',
  'invitations_expired',
  'without_second_step',
] as const;

type Counts = Readonly<Record<(typeof KINDS_OF_WORK)[number], number>>;

interface Work {
  readonly waiting: Counts;
  /** The latest import with rows to correct. */
  readonly import_id: number | null;
  /** Tenants with any work; null for one tenant’s work. */
  readonly tenants: (Counts & { readonly tenant_id: TenantId; readonly name: string })[] | null;
}

const MOST_TENANTS = 500;

/**
 * Seven statements, whatever the number of tenants: each counts by tenant. The totals are the sums of its rows, where whoever is in
 * several tenants waits in each of them and counts once in all.
 */
export async function countWork(db: Db, factors: SecondFactors, asked: Asked): Promise<Work> {
  const tenants = await countFailedMails(db, asked);
  const uninvited = await countUninvited(db, asked);
  const open = await countOpenInvitations(db, asked);
  const imports = await countRowsToCorrect(db, asked);
  const missing = await countMissing(db, factors, asked.scope);
  const rows: (Partial<Counts> & { readonly tenant_id: TenantId | null; readonly home?: 1 | null })[] = [
    ...tenants,
    ...uninvited.map(({ invited, ...row }) => ({ ...row, invitations_expired: invited })),
    ...open.map(({ invitations_open, ...row }) => ({ ...row, invitations_expired: -invitations_open })),
    ...imports,
    ...missing.map(({ count, ...row }) => ({ ...row, without_second_step: count })),
    ...(await countDueErasures(db, asked)),
  ];
  const ofTenants = Map.groupBy(rows, ({ tenant_id }) => tenant_id);
  const all = tenants.map(({ tenant_id, name }) => ({ tenant_id, name, ...sumOf(ofTenants.get(tenant_id) ?? []) }));
  const busy = all.filter((tenant) => KINDS_OF_WORK.some((kind) => tenant[kind] > 0));
  return {
    waiting: sumOf(asked.scope.tenantId === undefined ? rows.filter(({ home }) => home !== null) : rows),
    import_id: imports.at(-1)?.import_id ?? null,
    tenants: asked.scope.tenantId === undefined ? busy.slice(0, MOST_TENANTS) : null,
  };
}

const sumOf = (rows: readonly Partial<Counts>[]): Counts => {
  const sum = (kind: keyof Counts) => rows.reduce((total, row) => total + (row[kind] ?? 0), 0);
  return {
    erasures_overdue: sum('erasures_overdue'),
    erasures_failed: sum('erasures_failed'),
    erasures_due: sum('erasures_due'),
    invitations_ending: sum('invitations_ending'),
    rows_to_correct: sum('rows_to_correct'),
    mails_failed: sum('mails_failed'),
    not_invited: sum('not_invited'),
    invitations_expired: sum('invitations_expired'),
    without_second_step: sum('without_second_step'),
  };
};
