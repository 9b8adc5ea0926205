import { queryOptions } from '@tanstack/react-query';
import type { Work } from '../../client/wire-types.ts';
import { service } from '../auth/service.ts';
import { PAGE_PATHS, type PagePath, type PageSearch } from '../routing/pages.ts';

const ASK_AGAIN_MS = 60_000;

/** What waits for somebody in a tenant, or in all of them. */
export const workQuery = (tenantId: string | undefined) =>
  queryOptions({
    queryKey: ['work', tenantId],
    queryFn: () => service.call('GET /api/admin/work', tenantId ? { tenant_id: Number(tenantId) } : {}),
    staleTime: ASK_AGAIN_MS / 2,
    refetchInterval: ASK_AGAIN_MS,
  });

export type KindOfWork = keyof Work['waiting'];

const { users, invitations, imports, privacy, mails, factors } = PAGE_PATHS;
type WorkPath = typeof users | typeof invitations | typeof imports | typeof privacy | typeof mails | typeof factors;

interface PlaceOfWork {
  readonly to: WorkPath;
  readonly filter: PageSearch<WorkPath>;
  /** A deadline, or something that failed: it cannot wait as long as the others. */
  readonly urgent?: true;
  /** Not counted in the menu: of a new club it would be everybody, and would read as how many people there are. */
  readonly quiet?: true;
}

/** Each kind of work, most costly first, with the list where it is done. */
export const WORK: Readonly<Record<KindOfWork, PlaceOfWork>> = {
  erasures_overdue: { to: privacy, filter: { status: 'pending' }, urgent: true },
  erasures_failed: { to: privacy, filter: { status: 'failed' }, urgent: true },
  erasures_due: { to: privacy, filter: { status: 'pending' }, urgent: true },
  invitations_ending: { to: invitations, filter: { state: 'pending', sort: 'expires' } },
  rows_to_correct: { to: imports, filter: { outcome: 'failed' } },
  mails_failed: { to: mails, filter: { state: 'failed' }, urgent: true },
  not_invited: { to: users, filter: { status: 'invited', invitation: 'none' }, quiet: true },
  invitations_expired: { to: users, filter: { invitation: 'expired' } },
  without_second_step: { to: factors, filter: {} },
};

export const KINDS_OF_WORK = Object.keys(WORK) as readonly KindOfWork[]; // `keyof` of a constant

/** What waits at a page of the menu. */
export function waitingAt(path: PagePath, waiting: Work['waiting']): { count: number; urgent: boolean } {
  const kinds = KINDS_OF_WORK.filter((kind) => WORK[kind].to === path && !WORK[kind].quiet && waiting[kind] > 0);
  return {
    count: kinds.reduce((sum, kind) => sum + waiting[kind], 0),
    urgent: kinds.some((kind) => WORK[kind].urgent),
  };
}
