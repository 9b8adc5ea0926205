import { type Actor, type AuditedCall, byOperator } from '../audit/audit-context.ts';
import type { Database, Db } from '../database/database.ts';
import type { Clock, Instant } from '../kernel/clock.ts';
import { tierOf } from '../kernel/role.ts';
import type { Keyring } from '../keys/keyring.ts';
import { findAccount } from '../users/find-account.ts';
import type { Import } from './import.ts';
import type { StagedFiles } from './staged-files.ts';

/** What running and undoing imports is made of. */
export interface RunDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly keys: Keyring;
  readonly files: StagedFiles;
  /** The bcrypt cost of the service (`SVC_BCRYPT_COST`). */
  readonly passwordCost: number;
}

/** Whether to go on with the next batch: false once another node has the work, or this one stops. */
export type GoOn = () => Promise<boolean>;

/** On whose behalf a batch is done. */
export interface Importer {
  readonly call: AuditedCall;
  readonly by: { readonly id: number; readonly name: string } | null;
}

/** `undefined` when whoever asked for the import has lost the account or the power that it takes. */
export async function findImporter(db: Db, asked: Import, at: Instant): Promise<Importer | undefined> {
  const { asked_by, ip, user_agent: userAgent, request_id: requestId } = asked;
  const of = (actor: Actor | null): AuditedCall => ({
    context: { actor, ip, userAgent, requestId, declared: DECLARED },
    at,
  });
  if (asked_by === null) return { call: of(null), by: null };
  const account = await findAccount(db, asked_by);
  if (account?.status !== 'active' || tierOf(account.role) > asked.tier) return undefined;
  const { id, email, tenant_id: tenantId } = account;
  if (tierOf(account.role) > 0 && tenantId !== asked.target_tenant_id) return undefined;
  return { call: of({ id, email, tenantId }), by: { id, name: account.full_name } };
}

const DECLARED = [
  'user.create',
  'user.invite',
  'user.delete',
  'user.address.taken',
  'import.finish',
  'import.undo',
] as const;

/** The service itself, where nobody is left to act for. */
export const onNobodysBehalf = (at: Instant): AuditedCall => byOperator(DECLARED, at);
