import type { Subscription } from '../../client/wire-types.ts';
import { AUDIT_GROUPS, type AuditGroup, actionsOf } from '../audit-sentences/audit-groups.ts';
import { EVENT_TYPES } from '../declared/declared-event-types.ts';

type EventType = NonNullable<Subscription['types']>[number];

const isEventType = (action: string): action is EventType => EVENT_TYPES.some((type) => type === action);

/** The types by the groups of the log, which has the same acts. */
export const EVENT_GROUPS: readonly (readonly [group: AuditGroup, types: readonly EventType[]])[] =
  AUDIT_GROUPS.flatMap((group) => {
    const types = (actionsOf(group) as readonly string[]).filter(isEventType);
    return types.length === 0 ? [] : [[group, types] as const];
  });
