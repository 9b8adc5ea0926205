import type { Query } from '../../client/route-types.ts';
import { actionsOf, isGroup } from '../audit-sentences/audit-groups.ts';
import type { AddressState, PAGES } from '../routing/pages.ts';

/** The search parameters that filter the log, within the tenant shown. */
export const AUDIT_FILTERS = [
  'q',
  'action',
  'person',
  'actor',
  'span',
  'from',
  'to',
  'ip',
  'import',
  'service',
] as const satisfies readonly (typeof PAGES.audit.search)[number][];
export type AuditFilterName = (typeof AUDIT_FILTERS)[number];

/** The last so many days, today included; a view that keeps one stays true. */
export const SPANS = ['1', '7', '30', '365'] as const;

/** With one of these filters every record is shown; otherwise an import or job is a single line. */
const NARROW: readonly AuditFilterName[] = ['q', 'person', 'ip', 'import', 'service'];

/** The shortest free text that the service accepts. */
const SHORTEST_SEARCH = 2;

/** The query for the log; values that make no sense are dropped rather than refused. */
export function auditQueryFrom(state: AddressState): Omit<Query<'GET /api/admin/audit'>, 'limit' | 'cursor'> {
  const { q = '', action, ip, person, actor, tenant_id, span, from, to } = state;
  const group = isGroup(action) ? action : undefined;
  const isNarrow = (action && !group) || NARROW.some((name) => state[name]);
  return {
    ...ifSet('q', q.trim().length >= SHORTEST_SEARCH ? q.trim() : undefined),
    ...ifSet('action', group === undefined ? action : actionsOf(group).join(',')),
    ...ifSet('ip', ip?.trim() || undefined),
    ...ifSet('import_id', idFrom(state.import)),
    ...ifSet('service_id', state.service),
    ...ifSet('sort', state.sort === 'created' ? ('created' as const) : undefined),
    ...ifSet('grouped', isNarrow ? undefined : ('1' as const)),
    ...ifSet('user_id', idFrom(person)),
    ...ifSet('actor_id', idFrom(actor)),
    ...ifSet('tenant_id', idFrom(tenant_id)),
    ...ifSet('from', beginOf(span) ?? edgeOf(from, 'T00:00:00.000')),
    ...ifSet('to', edgeOf(to, 'T23:59:59.999')),
  };
}

const ifSet = <Name extends string, Value>(name: Name, value: Value | undefined) =>
  (value === undefined ? {} : { [name]: value }) as { [Key in Name]?: Value };

export const idFrom = (text: string | undefined): number | undefined =>
  /^[1-9]\d{0,14}$/.test(text ?? '') ? Number(text) : undefined;

function beginOf(span: string | undefined): string | undefined {
  if (!SPANS.some((known) => known === span)) return undefined;
  const begin = new Date();
  begin.setHours(0, 0, 0, 0);
  begin.setDate(begin.getDate() - Number(span) + 1);
  return begin.toISOString();
}

/** Days are in the viewer's time zone, not the server's. */
function edgeOf(day: string | undefined, time: string): string | undefined {
  const at = new Date(`${day}${time}`);
  return day === undefined || Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}
