import type { AuditedCall } from '../audit/audit-context.ts';
import type { AuditSubject } from '../audit/record-audit.ts';
import type { Tx } from '../database/database.ts';
import type { SignInId } from '../kernel/entity-id.ts';

/** What a sign-in can add to an account. */
export const TAKEN_BACK = ['passkey', 'authenticator', 'recovery_codes', 'google', 'identity', 'address'] as const;
export type TakenBack = (typeof TAKEN_BACK)[number];

/**
 * Takes back what these sign-ins added to an account, because its owner says that they were not theirs. Returns what that was. Its
 * row in `users` is locked, so that whoever adds something (`holdSignIn`) comes before or is refused.
 */
export type TakeBack = (
  tx: Tx,
  call: AuditedCall,
  about: AuditSubject,
  sids: readonly SignInId[],
) => Promise<readonly TakenBack[]>;
