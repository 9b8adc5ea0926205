import type { EventType } from '../../client/wire-types.ts';
import { AUDIT_GROUPS, type AuditGroup, actionsOf } from '../audit-sentences/audit-groups.ts';

/** Every type of the catalogue. One that is missing does not compile. */
const EVENT_TYPES: Readonly<Record<EventType, true>> = {
  'user.create': true,
  'user.update': true,
  'profile.update': true,
  'profile.avatar_upload': true,
  'profile.avatar_delete': true,
  'email.change': true,
  'email.restore': true,
  'user.role.change': true,
  'user.invite': true,
  'invite.consume.ok': true,
  'user.suspend': true,
  'user.unsuspend': true,
  'user.delete': true,
  'user.restore': true,
  'erasure.complete': true,
  'login.locked': true,
  'user.unlock': true,
  'password.change': true,
  'password.reset.ok': true,
  'user.password.reset': true,
  '2fa.verify.ok': true,
  '2fa.disable': true,
  'user.2fa.reset': true,
  'passkey.add': true,
  'passkey.remove': true,
  'session.revoke': true,
  'consent.record': true,
  'application.consent': true,
  'application.withdraw': true,
  'document.create': true,
  'document.update': true,
  'document.delete': true,
  'import.finish': true,
  'import.undo': true,
  'policy.publish': true,
  'tenant.update': true,
};

const isEventType = (action: string): action is EventType => Object.hasOwn(EVENT_TYPES, action);

/** The types by the groups of the log, which has the same acts. */
export const EVENT_GROUPS: readonly (readonly [group: AuditGroup, types: readonly EventType[]])[] =
  AUDIT_GROUPS.flatMap((group) => {
    const types = (actionsOf(group) as readonly string[]).filter(isEventType);
    return types.length === 0 ? [] : [[group, types] as const];
  });
