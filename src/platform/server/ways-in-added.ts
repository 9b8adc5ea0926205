import type { AuditAction } from '../audit/audit-actions.ts';
import type { Route } from '../http/define-route.ts';

/**
 * What a route records that adds a way to sign in, or prepares it. The room that declares one of these knows by the `sid` of the sign-in
 * what that added, and takes it back (`takeBack`).
 */
export const WAYS_IN_ADDED: ReadonlySet<AuditAction> = new Set<AuditAction>([
  ...(['passkey.add', 'google.link', 'identity.link'] as const),
  ...(['email.change.request', 'email.change'] as const),
  ...(['2fa.setup', '2fa.verify.ok', '2fa.recovery_codes'] as const),
]);

/**
 * While a password must be changed, somebody else may know it: whoever holds it must not add a way in that outlives it.
 * @throws Error for a route that would let them
 */
export function refuseWayInUnderOldPassword({
  method,
  path,
  access,
  audit,
}: Pick<Route, 'method' | 'path' | 'access' | 'audit'>): void {
  if (access.kind === 'open' || !access.exemptFrom.includes('password-change')) return;
  const way = audit.find((action) => WAYS_IN_ADDED.has(action));
  if (way !== undefined)
    throw new Error(`${method} ${path} may record ${way}, but allows it under a password to be changed`);
}
