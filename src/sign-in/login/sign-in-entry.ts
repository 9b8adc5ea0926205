import type { AuditEntry } from '../../platform/audit/record-audit.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import type { SignInId } from '../../platform/kernel/entity-id.ts';
import type { Lineage } from '../sessions/lineage.ts';

/** The audit record of a way in. */
export type SignInEntry = (meta: {
  sid: SignInId;
  second_factor: boolean;
}) => AuditEntry<'login.ok' | 'google.login' | 'identity.login'>;

/** What a way in changes in the transaction that opens the session: an obstacle, or how the sign-in is recorded. */
export type Alongside<Obstacle extends string> = (
  tx: Tx,
  at: Instant,
  lineage: Lineage,
) => Promise<Obstacle | SignInEntry>;
