import type { TSchema } from 'typebox';
import { mayMailNewAddress } from '../../accounts/action-tokens/mail-limits.ts';
import { type ActOnUser, actOnMember, actOnUser, getAccount } from '../../accounts/permissions/act-on-user.ts';
import { requireReauthOver, WHEN_POWER_IS_GIVEN } from '../../accounts/users/change-standing.ts';
import { checkedField, checkedReason } from '../../accounts/users/checked-fields.ts';
import type { AuditAction } from '../../platform/audit/audit-actions.ts';
import { defineRoute, type Method, ok, type Route } from '../../platform/http/define-route.ts';
import { andServices, permitted } from '../../platform/http/route-access.ts';
import { perCaller } from '../../platform/http/route-limit.ts';
import { IdParams } from '../../platform/http/wire.ts';
import { minutes } from '../../platform/kernel/durations.ts';
import type { UserId } from '../../platform/kernel/entity-id.ts';
import type { Role } from '../../platform/kernel/role.ts';
import { changeRole } from './change-role.ts';
import { recordTakenAddress } from './create-person.ts';
import { editUser } from './edit-user.ts';
import type { UserAdminDeps } from './show-managed-user.ts';
import { showManagedUser } from './show-managed-user.ts';
import { suspendUser, unsuspendUser } from './suspend-user.ts';
import { liftLockout, REPLACING_PASSWORD, resetUserPasskeys, resetUserTwoFactor } from './user-access-acts.ts';
import { AdministeredUserAnswer, EditUserBody, ReasonBody, RoleBody } from './user-admin-wire.ts';

interface Before {
  readonly mayMail: boolean;
}

interface UserAct {
  readonly method: Method;
  /** The path after `/api/admin/users/:id`. */
  readonly tail: string;
  readonly summary: string;
  readonly audit: readonly AuditAction[];
  /** Services cannot call an act that always requires it. */
  readonly requiresReauth?: 'always' | typeof WHERE_IT_GIVES_POWER;
  readonly body?: TSchema;
  /** Where the person is also elsewhere, it is on the membership within the caller's reach. */
  readonly onMember?: true;
  // biome-ignore lint/suspicious/noExplicitAny: each act reads the body that its own schema has checked
  readonly act: (on: ActOnUser, body: any, before: Before) => Promise<unknown>;
  /** What is asked elsewhere than in the store, before the transaction. */
  // biome-ignore lint/suspicious/noExplicitAny: as above
  readonly prepare?: (body: any) => Promise<Before>;
}

const refusals = [
  'users.not_found',
  'users.merged',
  'users.self',
  'users.tier',
  'users.shared',
  'users.state',
  'users.last_superadmin',
  'users.email_taken',
  'tenants.not_found', // for a move
] as const;

const administrators = permitted('people.manage');

/** Decided by the act on the locked row. */
const WHERE_IT_GIVES_POWER = { when: WHEN_POWER_IS_GIVEN, applies: 'by-handler' } as const;

/** Every act on one person whose response is the person. */
export const usersActRoutes = (deps: UserAdminDeps): Route[] =>
  actsOf(deps).map(({ method, tail, summary, audit, requiresReauth, body, act, prepare, onMember }) =>
    defineRoute({
      method,
      path: `/api/admin/users/:id${tail}`,
      summary,
      tag: 'Administration',
      access: requiresReauth === 'always' ? administrators : andServices('users:write', administrators),
      ...(requiresReauth ? { requiresReauth } : {}),
      limit: perCaller({ most: 240, within: minutes(1) }),
      audit,
      request: {
        params: IdParams,
        ...(body ? { body } : {}),
        ...(body === ReasonBody ? { bodyMayBeMissing: true as const } : {}),
      },
      responses: { success: ok(AdministeredUserAnswer, 'The person as they now stand'), refusals },
      handle: async ({ params, body: sent, call }, caller) => {
        const { id } = params as { id: UserId };
        const before = (await prepare?.(sent)) ?? { mayMail: false };
        const done = async (on: ActOnUser) => {
          await act(on, sent, before);
          return getAccount(on.tx, caller, id);
        };
        const account = await recordTakenAddress(deps, call, () =>
          (onMember ? actOnMember : actOnUser)(deps, call, id, done),
        );
        return showManagedUser(deps, caller)(account);
      },
    }),
  );

function actsOf(deps: UserAdminDeps): UserAct[] {
  const { keys, factors } = deps;
  const edit = (on: ActOnUser, body: EditUserBody, before: Before) => editUser(on, body, { ...deps, ...before });
  const prepare = async ({ email }: EditUserBody) => ({
    mayMail: email !== undefined && (await mayMailNewAddress(deps, checkedField('email', email))),
  });
  const audit = [
    ...(['user.update', 'user.invite', 'email.change.request', 'user.address.taken'] as const),
    ...REPLACING_PASSWORD,
  ];
  const editing = {
    tail: '',
    body: EditUserBody,
    audit,
    requiresReauth: WHERE_IT_GIVES_POWER,
    act: edit,
    prepare,
  } as const;
  return [
    { ...editing, method: 'PUT', summary: 'Changes the members sent' },
    { ...editing, method: 'PATCH', summary: 'The same as PUT' },
    {
      method: 'PUT',
      tail: '/role',
      summary: 'Changes a person’s role and ends their sign-ins',
      audit: ['user.role.change', 'user.invite', ...REPLACING_PASSWORD],
      requiresReauth: 'always',
      body: RoleBody,
      onMember: true,
      act: (on, { role }: { role: Role }) => changeRole(on, role, deps),
    },
    {
      method: 'POST',
      tail: '/suspend',
      summary: 'Suspends a person and ends their sign-ins',
      audit: ['user.suspend', 'user.invite', 'membership.suspend'],
      onMember: true,
      act: (on, { reason = '' }: ReasonBody) => suspendUser(on, checkedReason(reason), deps),
      body: ReasonBody,
    },
    {
      method: 'POST',
      tail: '/unsuspend',
      summary: 'Reactivates a suspended person',
      audit: ['user.unsuspend', 'membership.update'],
      onMember: true,
      requiresReauth: WHERE_IT_GIVES_POWER,
      act: (on) => unsuspendUser(on, on.call),
    },
    {
      method: 'POST',
      tail: '/unlock',
      summary: 'Unlocks an account',
      audit: ['user.unlock'],
      requiresReauth: WHERE_IT_GIVES_POWER,
      act: async (on) => {
        await requireReauthOver(on.tx, on.user, on.call);
        return liftLockout(on, keys);
      },
    },
    {
      method: 'DELETE',
      tail: '/2fa',
      summary: "Removes a person's second factor: authenticator app and passkeys",
      audit: ['user.2fa.reset', 'passkey.remove'],
      requiresReauth: 'always',
      act: (on) => resetUserTwoFactor(on, factors),
    },
    {
      method: 'DELETE',
      tail: '/passkeys',
      summary: "Removes a person's passkeys and ends their sign-ins",
      audit: ['passkey.remove'],
      requiresReauth: 'always',
      act: resetUserPasskeys,
    },
  ];
}
