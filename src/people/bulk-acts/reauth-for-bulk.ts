import type { Manager } from '../../accounts/permissions/managing-users.ts';
import {
  anyRequiresReauth,
  type ReauthDeps,
  WHEN_LINK_REQUIRES_REAUTH,
  wholeAmong,
} from '../../accounts/permissions/reauth-for-link.ts';
import { strongestRoles } from '../../accounts/users/strongest-role.ts';
import { nowOf } from '../../platform/kernel/clock.ts';
import type { UserId } from '../../platform/kernel/entity-id.ts';
import { portionsOf } from '../../platform/kernel/portions.ts';
import { givesPower } from '../../platform/kernel/role.ts';
import type { Platform } from '../../platform/room/platform.ts';
import { isSuspended } from '../user-admin/user-actions.ts';
import type { BulkBody } from './bulk-acts-wire.ts';
import type { BulkAction } from './bulk-job.ts';
import { bulkJobs, bulkRows } from './bulk-jobs-store.ts';
import { takeSelected } from './select-people.ts';

type RequiredForAny = (deps: ReauthDeps, caller: Manager, ids: readonly UserId[]) => Promise<boolean>;

/** Whether reactivating them lets in somebody who sees or manages others. */
const anyGetsPower: RequiredForAny = async ({ database: { read } }, caller, ids) => {
  const roleOf = await strongestRoles(read, ids);
  return (await wholeAmong(read, caller, ids)).some((user) => isSuspended(user) && givesPower(roleOf(user.id)));
};

/** For which people an act requires it; a role always does. */
const REQUIRED_FOR: Partial<Record<BulkAction, RequiredForAny>> = {
  invite: anyRequiresReauth,
  unsuspend: anyGetsPower,
};

const WHO_GETS_POWER = 'people of tiers 0 to 2';

/** If it is required for one person, it is required for all: half an act would be harder to understand than a prompt. */
export const reauthForBulk = (deps: ReauthDeps & Pick<Platform, 'clock'>) => ({
  when: `to give people a role, to reactivate ${WHO_GETS_POWER}, and to invite if it is needed for any of them: ${WHEN_LINK_REQUIRES_REAUTH}`,
  applies: async ({ body }: { readonly body: BulkBody }, caller: Manager) => {
    if (body.action === 'role') return true;
    const isRequired = REQUIRED_FOR[body.action];
    return isRequired !== undefined && anyOfThem(deps, caller, { body, isRequired });
  },
});

async function anyOfThem(
  deps: ReauthDeps & Pick<Platform, 'clock'>,
  caller: Manager,
  { body: { ids, filter }, isRequired }: { body: BulkBody; isRequired: RequiredForAny },
): Promise<boolean> {
  if (ids !== undefined) return isRequired(deps, caller, ids);
  if (filter === undefined) return false;
  for await (const selected of takeSelected(deps.database.bulkRead, caller, filter, nowOf(deps.clock)))
    for (const some of portionsOf(selected, PORTION)) if (await isRequired(deps, caller, some)) return true;
  return false;
}

const PORTION = 500;

/** Restoring roles requires the same as granting them, ending a suspension the same as reactivating. */
export const reauthForBulkUndo = (deps: ReauthDeps) => ({
  when: `to undo a change of roles, or a suspension of ${WHO_GETS_POWER}`,
  applies: async ({ params }: { readonly params: { readonly id: number } }, caller: Manager) => {
    const job = await bulkJobs.find(deps.database.read, params.id);
    return job?.action === 'role' || (job?.action === 'suspend' && anySuspended(deps, caller, job.id));
  },
});

async function anySuspended(deps: ReauthDeps, caller: Manager, jobId: number): Promise<boolean> {
  for await (const rows of bulkRows.take(deps.database.read, jobId, { which: 'undoable', portion: PORTION })) {
    const ids = rows.map(({ user_id }) => user_id);
    if (await anyGetsPower(deps, caller, ids)) return true;
  }
  return false;
}
