import { type Static, Type } from 'typebox';
import { findTenant, noteStepsAside } from '../../accounts/tenants/tenants-store.ts';
import type { AuditedCall } from '../../platform/audit/audit-context.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import type { Database, Db } from '../../platform/database/database.ts';
import { choice, nullableInstant } from '../../platform/http/wire.ts';
import { AppError } from '../../platform/kernel/app-error.ts';
import type { TenantId } from '../../platform/kernel/entity-id.ts';
import { countBeginning } from './first-steps-store.ts';

const STEPS = ['look', 'policy', 'people', 'invitations', 'administrators'] as const;

/** `waiting`: done on this side; somebody else has to answer. */
const STATES = ['open', 'waiting', 'done'] as const;

export const FirstStepsAnswer = Type.Object(
  {
    steps: Type.Array(Type.Object({ step: choice(STEPS), state: choice(STATES) }), {
      description: 'In the order in which they are best taken; each is true of the store, and no click makes it so',
    }),
    administrators: Type.Integer({
      description: 'How many active people administer the tenant; the step is done by two',
    }),
    put_aside_at: nullableInstant,
  },
  { title: 'FirstSteps' },
);

type FirstSteps = Static<typeof FirstStepsAnswer>;

/** One leaves, falls ill or loses the telephone: with a second one, the club is not shut out. */
const ENOUGH_ADMINISTRATORS = 2;

/**
 * What a new federation or club still has to do, by what is true of it.
 * @throws AppError `tenants.not_found` (404)
 */
export async function findFirstSteps(db: Db, tenantId: TenantId): Promise<FirstSteps> {
  const tenant = await findTenant(db, tenantId);
  if (tenant === undefined) throw new AppError('tenants.not_found');
  const { administrators, administrators_invited, people, people_invited } = await countBeginning(db, tenantId);
  const done = (is: boolean) => (is ? 'done' : 'open');
  const areEnough = administrators >= ENOUGH_ADMINISTRATORS;
  return {
    steps: [
      { step: 'look', state: done(tenant.color !== null && tenant.logo !== null) },
      { step: 'policy', state: done(tenant.policy_version !== null) },
      { step: 'people', state: done(people > 0) },
      { step: 'invitations', state: done(people_invited > 0) },
      { step: 'administrators', state: areEnough ? 'done' : administrators_invited > 0 ? 'waiting' : 'open' },
    ],
    administrators,
    put_aside_at: tenant.steps_aside_at,
  };
}

/**
 * Puts the list aside for everybody who administers the tenant, or brings it back; what is so already stays and is not recorded.
 * @throws AppError `tenants.not_found` (404)
 */
export async function putStepsAside(
  database: Database,
  call: AuditedCall,
  tenantId: TenantId,
  isAside: boolean,
): Promise<FirstSteps> {
  await database.transaction(async (tx) => {
    const changed = await noteStepsAside(tx, tenantId, isAside ? call.at : null);
    if (changed) await recordAudit(tx, call, { action: 'tenant.steps', tenantId, meta: { put_aside: isAside } });
  });
  return findFirstSteps(database.read, tenantId);
}
