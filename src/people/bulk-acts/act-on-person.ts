import { limitLinksTo } from '../../accounts/action-tokens/mail-limits.ts';
import { cancelInvitation } from '../../accounts/action-tokens/token-rows-store.ts';
import { type ActOnUser, actOnMember } from '../../accounts/permissions/act-on-user.ts';
import { type ReauthDeps, requireReauthForLink } from '../../accounts/permissions/reauth-for-link.ts';
import { askForPassword } from '../../accounts/users/changed-users-store.ts';
import type { User } from '../../accounts/users/user.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import type { Call } from '../../platform/http/call.ts';
import type { HasRecentSignIn } from '../../platform/http/route-access.ts';
import { AppError } from '../../platform/kernel/app-error.ts';
import type { UserId } from '../../platform/kernel/entity-id.ts';
import type { Role } from '../../platform/kernel/role.ts';
import type { Platform } from '../../platform/room/platform.ts';
import { sendInvitation } from '../invitations/invite-user.ts';
import { changeRole } from '../user-admin/change-role.ts';
import { suspendUser, unsuspendUser } from '../user-admin/suspend-user.ts';
import { isSuspendable, isSuspended } from '../user-admin/user-actions.ts';
import type { BulkJob, BulkRow } from './bulk-job.ts';

/** The dependencies of acts on people. */
export interface BulkRunDeps extends Pick<Platform, 'database' | 'clock' | 'keys' | 'publicUrl'>, ReauthDeps {}

export interface BulkActsDeps extends BulkRunDeps {
  readonly hasRecentSignIn: HasRecentSignIn;
  /** Starts queued work now instead of at the next poll. */
  readonly wake: () => Promise<void>;
}

/** What undoing needs to know about a person. */
type Before = Pick<BulkRow, 'before' | 'token_id'>;

interface BulkActOnPerson {
  /** An act must refuse before it writes anything, so that a refusal does not affect others in the same transaction. */
  act(on: ActOnUser): Promise<Before>;
  /** Whether the person is unchanged since the act. */
  isAsLeft(user: User, row: Before): boolean;
  /** False when it cannot be undone after all. */
  undo(on: ActOnUser, row: Before): Promise<boolean>;
}

interface Wanted extends Pick<BulkJob, 'action' | 'role' | 'reason'> {
  /** The name of the inviter. */
  readonly by: string;
}

export const bulkActOf = (deps: BulkRunDeps, { action, role, reason, ...wanted }: Wanted): BulkActOnPerson =>
  ({
    invite: () => inviting(deps, wanted),
    suspend: () => suspending(deps, reason),
    unsuspend: () => unsuspending(deps),
    role: () => givingRole(deps, role),
  })[action]();

const inviting = (deps: BulkRunDeps, { by }: Pick<Wanted, 'by'>): BulkActOnPerson => ({
  act: async ({ tx, user, call }) => {
    if (user.isShared) throw new AppError('users.shared');
    await requireReauthForLink(deps, { tx, user, call });
    const inviter = { id: call.caller.userId, name: by };
    const now = deps.clock.now();
    await limitLinksTo(tx, user.id, now);
    const { token_id } = await sendInvitation(tx, deps, call, { user, now, by: inviter });
    return { before: user.must_change_pwd_at, token_id };
  },
  isAsLeft: (_user, { token_id }) => token_id !== null,
  undo: async ({ tx, user, call }, { before, token_id }) => {
    if (token_id === null || !(await cancelInvitation(tx, token_id, call.at))) return false;
    await recordAudit(tx, call, { action: 'invitation.cancel', about: user, meta: { token_id } });
    // A person who never had a password counts as not invited again; others must still choose a new one.
    if (before === null && user.status === 'invited' && user.password_hash === null)
      await askForPassword(tx, user.id, null);
    return true;
  },
});

const suspending = (deps: BulkRunDeps, reason: string): BulkActOnPerson => ({
  act: async (on) => {
    await suspendUser(on, reason, deps);
    return { before: on.user.status, token_id: null };
  },
  isAsLeft: isSuspended,
  undo: async (on) => {
    await unsuspendUser(on, on.call);
    return true;
  },
});

const unsuspending = (deps: BulkRunDeps): BulkActOnPerson => ({
  act: async (on) => {
    await unsuspendUser(on, on.call);
    return { before: on.user.status, token_id: null };
  },
  isAsLeft: isSuspendable,
  undo: async (on) => {
    await suspendUser(on, '', deps);
    return true;
  },
});

function givingRole(deps: BulkRunDeps, role: Role | null): BulkActOnPerson {
  if (role === null) throw new Error('There is no role to grant');
  return changingTo(deps, role);
}

const changingTo = (deps: BulkRunDeps, role: Role): BulkActOnPerson => ({
  act: async (on) => {
    await changeRole(on, role, deps);
    return { before: on.user.role, token_id: null };
  },
  isAsLeft: (user) => user.role === role,
  undo: async (on, { before }) => {
    await changeRole(on, before as Role, deps); // as stored by `act`
    return true;
  },
});

/** A refusal concerns one person only; a bug or an unavailable store is thrown on. */
export function refusalOf(error: unknown): AppError {
  if (error instanceof AppError && error.status < 500) return error;
  throw error;
}

interface Result {
  readonly id: UserId;
  readonly ok: boolean;
  readonly code?: string;
  readonly detail?: string;
}

/**
 * Performs an act on several people, each in its own transaction, so that one refusal does not stop the others. Links are only
 * mailed, not returned.
 */
export async function actOnSeveral(
  deps: BulkActsDeps,
  call: Call,
  ids: readonly UserId[],
  wanted: Pick<BulkJob, 'action' | 'role' | 'reason'>,
) {
  const { act } = bulkActOf(deps, { ...wanted, by: call.caller.account.full_name });
  const results: Result[] = [];
  for (const id of ids) results.push(await resultOf(id, () => actOnMember(deps, call, id, act)));
  const done = results.filter(({ ok }) => ok).length;
  return { done, refused: results.length - done, results };
}

async function resultOf(id: UserId, act: () => Promise<unknown>): Promise<Result> {
  try {
    await act();
    return { id, ok: true };
  } catch (error) {
    const { code, message } = refusalOf(error);
    return { id, ok: false, code, detail: message };
  }
}
