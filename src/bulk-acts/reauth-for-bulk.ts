import { type Clock, nowOf } from '../kernel/clock.ts';
import { portionsOf } from '../kernel/portions.ts';
import type { Manager } from '../policy/managing-users.ts';
import { anyRequiresReauth, type ReauthDeps, WHEN_LINK_REQUIRES_REAUTH } from '../policy/reauth-for-link.ts';
import type { BulkBody } from './bulk-acts-wire.ts';
import { findJob } from './bulk-jobs-store.ts';
import { takeSelected } from './select-people.ts';

interface Deps extends ReauthDeps {
  readonly clock: Clock;
}

/** If it is required for one person, it is required for all: half an act would be harder to understand than a prompt. */
export const reauthForBulk = (deps: Deps) => ({
  when: `to give people a role, and to invite if it is needed for any of them: ${WHEN_LINK_REQUIRES_REAUTH}`,
  applies: async ({ body }: { readonly body: BulkBody }, caller: Manager) =>
    body.action === 'role' || (body.action === 'invite' && anyOfThem(deps, caller, body)),
});

async function anyOfThem(deps: Deps, caller: Manager, { ids, filter }: BulkBody): Promise<boolean> {
  if (ids !== undefined) return anyRequiresReauth(deps, caller, ids);
  if (filter === undefined) return false;
  for await (const selected of takeSelected(deps.database.bulkRead, caller, filter, nowOf(deps.clock)))
    for (const some of portionsOf(selected, PORTION)) if (await anyRequiresReauth(deps, caller, some)) return true;
  return false;
}

const PORTION = 500;

/** Restoring roles requires the same as granting them. */
export const reauthForBulkUndo = ({ database }: ReauthDeps) => ({
  when: 'to undo a change of roles',
  applies: async ({ params }: { readonly params: { readonly id: number } }) =>
    (await findJob(database.read, params.id))?.action === 'role',
});
