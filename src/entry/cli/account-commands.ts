import { holdUserRow, listAccounts } from '../../accounts/users/accounts-store.ts';
import { type Account, STATUSES } from '../../accounts/users/user.ts';
import { suspendUser, unsuspendUser } from '../../people/user-admin/suspend-user.ts';
import { liftLockout, resetTwoFactor } from '../../people/user-admin/user-access-acts.ts';
import { byOperator } from '../../platform/audit/audit-context.ts';
import { nowOf } from '../../platform/kernel/clock.ts';
import { ROLES } from '../../platform/kernel/role.ts';
import { findLock } from '../../sign-in/lockout/address-lock.ts';
import { alignedColumns, defineCommand, UsageError } from './command.ts';
import { getPerson, getTenant, readChoice } from './command-arguments.ts';
import { openKeys, withStore } from './operator-store.ts';

const USUAL_PAGE = 50;
const LARGEST_PAGE = 1000;

export const listUsersCommand = defineCommand({
  name: 'user list',
  summary: 'Lists people in the order of their ids, without deleted ones unless --status asks for them.',
  options: {
    tenant: { kind: 'text', placeholder: 'slug', about: 'Only of this tenant.' },
    role: { kind: 'text', placeholder: 'role', about: `Only ${ROLES.join(', ')}.` },
    status: { kind: 'text', placeholder: 'status', about: `Only ${STATUSES.join(', ')}.` },
    limit: {
      kind: 'text',
      placeholder: 'number',
      about: `How many; by default ${USUAL_PAGE}, at most ${LARGEST_PAGE}.`,
    },
    after: { kind: 'text', placeholder: 'id', about: 'Begins after this id, the last one of the previous page.' },
  },
  run: ({ tenant, role, status, limit = String(USUAL_PAGE), after = '0' }) => {
    const page = {
      role: readChoice('role', role, ROLES),
      status: readChoice('status', status, STATUSES),
      limit: readCount('limit', limit, { least: 1, most: LARGEST_PAGE }),
      after: readCount('after', after, { least: 0, most: Number.MAX_SAFE_INTEGER }),
    };
    return withStore(async ({ database }) => {
      const tenantId = tenant === undefined ? undefined : (await getTenant(database.read, tenant)).id;
      const people = await listAccounts(database.read, { ...page, tenantId, limit: page.limit + 1 });
      const shown = people.slice(0, page.limit);
      console.log(alignedColumns([HEADER, ...shown.map(rowOf)]));
      if (people.length > shown.length) console.log(`\nMore follow: --after ${shown.at(-1)?.id}`);
    });
  },
});

const HEADER = ['id', 'e-mail', 'name', 'role', 'status', 'last sign-in', 'tenant'];

const rowOf = ({ id, email, full_name, role, status, last_login_at, tenant_name }: Account): string[] => [
  ...[String(id), email, full_name, role, status],
  ...[last_login_at ?? 'never', tenant_name],
];

function readCount(option: string, text: string, { least, most }: { least: number; most: number }): number {
  const count = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  if (!(count >= least && count <= most))
    throw new UsageError(`--${option} must be a whole number from ${least} to ${most}.`);
  return count;
}

export const unsuspendUserCommand = defineCommand({
  name: 'user unsuspend',
  summary: 'Reactivates a suspended person.',
  options: { email: { kind: 'text', placeholder: 'address', about: 'E-mail address of the person.', required: true } },
  run: ({ email }) =>
    withStore(async ({ database, clock }) => {
      const { id, full_name: name } = await getPerson(database.read, email);
      await database.transaction(async (tx) => {
        const user = await holdUserRow(tx, id);
        if (user === undefined) throw new Error(`${name} is deleted.`);
        if (user.status !== 'suspended') throw new Error(`${name} is not suspended.`);
        const call = byOperator(['user.unsuspend'], nowOf(clock));
        await unsuspendUser({ tx, user, call }, { at: call.at, without: 'operator' });
      });
      console.log(`${name} (${id}) may sign in again.`);
    }),
});

export const suspendUserCommand = defineCommand({
  name: 'user suspend',
  summary: 'Suspends a person. Their sign-ins end at once, on every node.',
  options: {
    email: { kind: 'text', placeholder: 'address', about: 'E-mail address of the person.', required: true },
    reason: { kind: 'text', about: 'The reason, for the audit log.' },
  },
  run: ({ email, reason = '' }) =>
    withStore(async (store) => {
      const { database, clock, settings } = store;
      const { id, full_name: name } = await getPerson(database.read, email);
      const deps = { keys: (await openKeys(store)).keys, publicUrl: settings.server.publicUrl };
      await database.transaction(async (tx) => {
        const user = await holdUserRow(tx, id);
        if (user === undefined) throw new Error(`${name} is deleted.`);
        if (user.status === 'suspended') throw new Error(`${name} is suspended already.`);
        const call = byOperator(['user.suspend', 'user.invite'], nowOf(clock));
        await suspendUser({ tx, user, call }, reason, deps);
      });
      console.log(`${name} (${id}) is suspended.`);
    }),
});

export const unlockUserCommand = defineCommand({
  name: 'user unlock',
  summary: 'Lifts the lock on an account after wrong passwords or codes, before it ends by itself.',
  options: { email: { kind: 'text', placeholder: 'address', about: 'E-mail address of the person.', required: true } },
  run: ({ email }) =>
    withStore(async (store) => {
      const { id, full_name: name } = await getPerson(store.database.read, email);
      const { keys } = await openKeys(store);
      const at = nowOf(store.clock);
      await store.database.transaction(async (tx) => {
        const user = await holdUserRow(tx, id);
        if (user === undefined) throw new Error(`${name} is deleted.`);
        if ((await findLock(tx, keys, user, at)) === null) throw new Error(`${name} is not locked.`);
        await liftLockout({ tx, user, call: byOperator(['user.unlock'], at) }, keys);
      });
      console.log(`${name} (${id}) may try to sign in again.`);
    }),
});

export const resetTwoFactorCommand = defineCommand({
  name: 'user reset-2fa',
  summary:
    "Removes a person's second factor and passkeys, for somebody who lost devices and codes. Notifies them by mail and ends their sign-ins.",
  options: { email: { kind: 'text', placeholder: 'address', about: 'E-mail address of the person.', required: true } },
  run: ({ email }) =>
    withStore(async ({ database, clock }) => {
      const { id, full_name: name } = await getPerson(database.read, email);
      const at = nowOf(clock);
      await database.transaction(async (tx) => {
        const user = await holdUserRow(tx, id);
        const call = byOperator(['user.2fa.reset', 'passkey.remove'], at);
        if (user === undefined || !(await resetTwoFactor(tx, call, user)))
          throw new Error(`${name} has no second factor.`);
      });
      console.log(`${name} (${id}) signs in with the password alone again.`);
    }),
});
