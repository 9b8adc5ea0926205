import { type Static, Type } from 'typebox';
import { reachedTenant } from '../../accounts/permissions/managing-users.ts';
import { findTenant, setStepsAside } from '../../accounts/tenants/tenants-store.ts';
import type { AuditedCall } from '../../platform/audit/audit-context.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import type { Database, Db } from '../../platform/database/database.ts';
import { defineRoute, ok, type Route } from '../../platform/http/define-route.ts';
import { permitted } from '../../platform/http/route-access.ts';
import { perCaller } from '../../platform/http/route-limit.ts';
import { choice, idOf, nullableInstant } from '../../platform/http/wire.ts';
import { AppError } from '../../platform/kernel/app-error.ts';
import { minutes } from '../../platform/kernel/durations.ts';
import type { TenantId } from '../../platform/kernel/entity-id.ts';
import type { Platform } from '../../platform/room/platform.ts';
import { countBeginning } from './first-steps-store.ts';

const STEPS = ['look', 'policy', 'people', 'invitations', 'administrators'] as const;

/** `waiting`: done on this side; somebody else has to answer. */
const STATES = ['open', 'waiting', 'done'] as const;

const FirstStepsAnswer = Type.Object(
  {
    steps: Type.Array(Type.Object({ step: choice(STEPS), state: choice(STATES) }), {
      description: 'In the order in which they are best taken; each is true of the store, and no click makes it so',
    }),
    administrators: Type.Integer({
      description: 'How many active people have the role of an administrator in the tenant; the step is done by two',
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
async function findFirstSteps(db: Db, tenantId: TenantId): Promise<FirstSteps> {
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
async function putStepsAside(
  database: Database,
  call: AuditedCall,
  tenantId: TenantId,
  isAside: boolean,
): Promise<FirstSteps> {
  await database.transaction(async (tx) => {
    const changed = await setStepsAside(tx, tenantId, isAside ? call.at : null);
    if (changed) await recordAudit(tx, call, { action: 'tenant.steps', tenantId, meta: { put_aside: isAside } });
  });
  return findFirstSteps(database.read, tenantId);
}

const path = '/api/admin/tenants/:id/first-steps';
const tag = 'Tenants';
const access = permitted('branding.manage'); // whoever looks after the tenant itself
const limit = perCaller({ most: 60, within: minutes(1) });
const params = Type.Object({ id: idOf() });
const notFound = 'tenants.not_found';

export const firstStepsRoutes = ({ database }: Pick<Platform, 'database'>): Route[] => [
  defineRoute({
    method: 'GET',
    path,
    summary: 'What a new federation or club still has to do, by what is true of it',
    tag,
    access,
    limit,
    audit: [],
    request: { params },
    responses: { success: ok(FirstStepsAnswer, 'The steps'), refusals: [notFound] },
    handle: ({ params: { id } }, caller) => findFirstSteps(database.read, reachedTenant(caller, id)),
  }),
  defineRoute({
    method: 'PUT',
    path,
    summary: 'Puts the list of first steps aside for everybody who administers the tenant, or brings it back',
    tag,
    access,
    limit,
    audit: ['tenant.steps'],
    request: { params, body: Type.Object({ put_aside: Type.Boolean() }) },
    responses: { success: ok(FirstStepsAnswer, 'The steps'), refusals: [notFound] },
    handle: ({ params: { id }, body, call }, caller) =>
      putStepsAside(database, call, reachedTenant(caller, id), body.put_aside),
  }),
];
