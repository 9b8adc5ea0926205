import type { AuditedCall } from '../audit/audit-context.ts';
import type { Caller } from './caller.ts';

/** A call by a signed-in user; `Of` is what a use case needs to know of them. */
export interface Call<Of = Caller> extends AuditedCall {
  readonly caller: Of;
}
