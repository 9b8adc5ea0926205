import type { AuditQuery } from '../../client/wire-types.ts';
import type { AddressState } from '../page-paths.ts';

/** The members of the address that narrow the log. */
export const AUDIT_FILTERS = ['q', 'action', 'person', 'actor', 'from', 'to', 'ip', 'tenant'] as const;
export type AuditFilterName = (typeof AUDIT_FILTERS)[number];

/** Letters of free text that the service asks for at least. */
const SHORTEST_SEARCH = 2;

/** What the address asks of the log; what it cannot mean is left out rather than refused. */
export function auditQueryFrom(state: AddressState): Omit<AuditQuery, 'limit' | 'cursor'> {
  const { q = '', action, ip, person, actor, tenant, from, to } = state;
  return {
    ...given('q', q.trim().length >= SHORTEST_SEARCH ? q.trim() : undefined),
    ...given('action', action),
    ...given('ip', ip?.trim() || undefined),
    ...given('user_id', idFrom(person)),
    ...given('actor_id', idFrom(actor)),
    ...given('tenant_id', idFrom(tenant)),
    ...given('from', edgeOf(from, 'T00:00:00.000')),
    ...given('to', edgeOf(to, 'T23:59:59.999')),
  };
}

const given = <Name extends string, Value>(name: Name, value: Value | undefined) =>
  (value === undefined ? {} : { [name]: value }) as { [Key in Name]?: Value };

const idFrom = (text: string | undefined): number | undefined =>
  /^[1-9]\d{0,14}$/.test(text ?? '') ? Number(text) : undefined;

/** Days are those of whoever looks, not of the service. */
function edgeOf(day: string | undefined, time: string): string | undefined {
  const at = new Date(`${day}${time}`);
  return day === undefined || Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}
