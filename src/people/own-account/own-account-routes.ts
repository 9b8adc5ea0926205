import { OwnUserAnswer, type ShowOwnUser } from '../../accounts/permissions/own-user-wire.ts';
import { type Contact, findAccount, listContactsIn } from '../../accounts/users/accounts-store.ts';
import { actingOf, type CallersAccount } from '../../accounts/users/callers-account.ts';
import { changeProfile } from '../../accounts/users/change-profile.ts';
import { recordCheck } from '../../accounts/users/changed-users-store.ts';
import { checkedProfile } from '../../accounts/users/checked-fields.ts';
import type { AuditedCall } from '../../platform/audit/audit-context.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import type { Database, Db } from '../../platform/database/database.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { defineRoute, ok, type Route } from '../../platform/http/define-route.ts';
import { signedIn } from '../../platform/http/route-access.ts';
import { limitedByLockout, perCaller, unlimited } from '../../platform/http/route-limit.ts';
import { DetailAnswer } from '../../platform/http/wire.ts';
import { AppError } from '../../platform/kernel/app-error.ts';
import type { Clock } from '../../platform/kernel/clock.ts';
import { hours, minutes } from '../../platform/kernel/durations.ts';
import type { TenantId, UserId } from '../../platform/kernel/entity-id.ts';
import { lockoutErrors } from '../../sign-in/lockout/lockout-errors.ts';
import { confirmEmailChange, type EmailChangeDeps, requestEmailChange } from './change-email.ts';
import { ContactsAnswer, EmailBody, EmailCodeBody, ProfileBody } from './own-account-wire.ts';

export interface OwnAccountDeps extends EmailChangeDeps {
  readonly showOwnUser: ShowOwnUser;
}

const tag = 'Own account';

export const ownAccountRoutes = (deps: OwnAccountDeps): Route[] => [
  defineRoute({
    method: 'GET',
    path: '/api/auth/me',
    withoutTurn: 'one read by key',
    summary: 'The account of the caller',
    tag,
    access: signedIn({ exemptFrom: ['password-change', 'enrolment'] }),
    limit: unlimited('one read by key; pages ask it at every start'),
    audit: [],
    request: {},
    responses: { success: ok(OwnUserAnswer, 'The account'), refusals: [] },
    handle: async (_request, { account }) => deps.showOwnUser(account),
  }),
  defineRoute({
    method: 'PUT',
    path: '/api/auth/me',
    summary: 'Changes the profile of the caller',
    tag,
    access: signedIn(),
    limit: perCaller({ most: 60, within: minutes(1) }),
    audit: ['profile.update'],
    request: { body: ProfileBody, bodyMayBeMissing: true },
    responses: { success: ok(OwnUserAnswer, 'The account as it now stands'), refusals: [] },
    handle: async ({ body, call }, caller) => deps.showOwnUser(await updateProfile(deps, call, caller, body)),
  }),
  defineRoute({
    method: 'POST',
    path: '/api/users/me/checked',
    summary: 'The caller has looked at their data and found them right',
    tag,
    access: signedIn(),
    limit: perCaller({ most: 20, within: hours(1) }),
    audit: ['profile.check'],
    request: {},
    responses: { success: ok(OwnUserAnswer, 'The account as it now stands'), refusals: [] },
    handle: async ({ call }, { userId, account }) => {
      await deps.database.transaction(async (tx) => {
        if (!(await recordCheck(tx, userId, call.at))) throw new AppError('auth.revoked'); // deleted after the gate's check
        await recordAudit(tx, call, { action: 'profile.check', about: 'actor' });
      });
      return deps.showOwnUser({ ...account, checked_at: call.at });
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/api/users/me/contacts',
    summary: 'Whom the caller can write to: the administrators of their tenant',
    tag,
    access: signedIn({ exemptFrom: ['password-change', 'enrolment'] }),
    limit: perCaller({ most: 60, within: minutes(1) }),
    audit: [],
    request: {},
    responses: { success: ok(ContactsAnswer, 'Twenty at most; none where the caller is the only one'), refusals: [] },
    handle: async (_request, { userId, tenantId }) => ({
      items: await findContacts(deps.database.read, tenantId, userId),
    }),
  }),
  defineRoute({
    method: 'POST',
    path: '/api/users/me/email',
    summary: 'Mails a code to a new address of the caller',
    tag,
    requiresReauth: 'always',
    access: signedIn(),
    limit: perCaller({ most: 10, within: hours(1) }),
    audit: ['email.change.request'],
    request: { body: EmailBody },
    responses: { success: ok(DetailAnswer, 'The code is on its way'), refusals: [] },
    handle: async ({ body, call }) => {
      await requestEmailChange(deps, call, body.email);
      return { detail: 'Na novu smo adresu poslali kod. Upišite ga ovdje da potvrdite promjenu.' };
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/api/users/me/email/confirm',
    summary: 'Confirms the new address with the mailed code',
    tag,
    access: signedIn(),
    limit: limitedByLockout,
    audit: ['email.change', 'email.change.fail', 'login.locked'],
    request: { body: EmailCodeBody },
    responses: {
      success: ok(DetailAnswer, 'Changed'),
      refusals: ['email.code_wrong', 'users.email_taken', ...Object.values(lockoutErrors)],
    },
    handle: async ({ body, call, limitKey }) => {
      await confirmEmailChange(deps, call, { code: body.code, limitKey });
      return { detail: 'E-adresa je promijenjena.' };
    },
  }),
];

/** More than anybody needs to choose from. */
const MOST = 20;

/** The contacts of a person's tenant: its administrators, except the person. */
async function findContacts(db: Db, tenantId: TenantId, caller: UserId): Promise<Contact[]> {
  const found = await listContactsIn(db, tenantId, MOST + 1);
  return found.filter(({ id }) => id !== caller).slice(0, MOST);
}

/**
 * Changes only the members sent; without any it changes and records nothing. The audit record names the members, not their values, which are personal. @returns the
 * account after the change
 * @throws InvalidRequest (422) for an OIB with a wrong check digit, or text with control characters
 */
async function updateProfile(
  { database }: { database: Database; clock: Clock },
  call: AuditedCall,
  { userId, account: before }: Caller,
  body: ProfileBody,
): Promise<CallersAccount> {
  const change = checkedProfile(body);
  const changed = Object.keys(change);
  const { at } = call;
  return database.transaction(async (tx) => {
    const isNothing = changed.length === 0;
    const isThere = isNothing || (await changeProfile(tx, userId, change, { at, without: 'more power' })) !== undefined;
    const account = isThere ? await findAccount(tx, userId) : undefined;
    if (account === undefined) throw new AppError('auth.revoked'); // deleted after the gate's check
    if (!isNothing) await recordAudit(tx, call, { action: 'profile.update', about: 'actor', meta: { changed } });
    return { ...account, ...actingOf(before) };
  });
}
