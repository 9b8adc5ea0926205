import { findStillEntitled } from '../../accounts/permissions/still-entitled.ts';
import { findLiveService } from '../../openid/applications/find-live-service.ts';
import { type ActingService, type Actor, type AuditedCall, byOperator } from '../../platform/audit/audit-context.ts';
import type { Database, Db } from '../../platform/database/database.ts';
import type { Clock, Instant } from '../../platform/kernel/clock.ts';
import type { Keyring } from '../../platform/keys/keyring.ts';
import type { Inviter } from '../invitations/invite-user.ts';
import type { Import } from './import.ts';
import type { StagedFiles } from './staged-files.ts';

export interface RunDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly keys: Keyring;
  readonly files: StagedFiles;
  /** The bcrypt cost of the service (`SVC_BCRYPT_COST`). */
  readonly passwordCost: number;
}

/** On whose behalf a batch runs. */
export interface Importer {
  readonly call: AuditedCall;
  readonly by: Inviter | null;
}

/** Who the import acts for; `undefined` when the requester lost the account or the role, or the service ended or lost its scope. */
export async function findImporter(db: Db, asked: Import, at: Instant): Promise<Importer | undefined> {
  const { asked_by, asked_by_service, ip, user_agent: userAgent, request_id: requestId } = asked;
  const of = (actor: Actor | null, service?: ActingService): AuditedCall => ({
    context: { actor, service, ip, userAgent, requestId, declared: DECLARED },
    at,
  });
  if (asked_by_service !== null) {
    const service = await findLiveService(db, { id: asked_by_service, tenantId: asked.target_tenant_id, at });
    return service && { call: of(null, service), by: { id: null, name: service.name } };
  }
  if (asked_by === null) return { call: of(null), by: null };
  const account = await findStillEntitled(db, { asked_by, tier: asked.tier, tenant_id: asked.target_tenant_id });
  if (account === undefined) return undefined;
  const { id, email, tenant_id: tenantId } = account;
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

/** The call in the name of Iskaznica itself, when the requester is gone. */
export const onNobodysBehalf = (at: Instant): AuditedCall => byOperator(DECLARED, at);
