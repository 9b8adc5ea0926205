import type { AuditedCall } from '../audit/audit-context.ts';
import type { AnyCaller, Caller } from './caller.ts';
import { reauthRequired } from './route-access.ts';

/** A call by a signed-in user; `Of` is what a use case needs to know of them. */
export interface Call<Of = Caller> extends AuditedCall {
  readonly caller: Of;
  /** Whether the caller authenticated recently; never true for a service. */
  readonly isReauthenticated: boolean;
}

/** @throws AppError `reauth.required` (403); for a service `access.service` (403) */
export function requireReauth({
  caller,
  isReauthenticated,
}: Pick<Call<Pick<AnyCaller, 'userId'>>, 'caller' | 'isReauthenticated'>): void {
  if (!isReauthenticated) throw reauthRequired(caller);
}
