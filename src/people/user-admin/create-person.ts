import { limitMailsTo, type MailLimits } from '../../accounts/action-tokens/mail-limits.ts';
import { requireMayGrant } from '../../accounts/permissions/managing-users.ts';
import { scopeOf } from '../../accounts/permissions/scope.ts';
import { findTenant } from '../../accounts/tenants/tenants-store.ts';
import { findAccount } from '../../accounts/users/accounts-store.ts';
import { placeOfAddress } from '../../accounts/users/address-places.ts';
import { checkedPerson } from '../../accounts/users/checked-fields.ts';
import { createUser } from '../../accounts/users/create-user.ts';
import type { PersonToCreate } from '../../accounts/users/person-to-create.ts';
import type { Account } from '../../accounts/users/user.ts';
import type { AuditedCall } from '../../platform/audit/audit-context.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import type { Call } from '../../platform/http/call.ts';
import type { AnyCaller } from '../../platform/http/caller.ts';
import { AppError } from '../../platform/kernel/app-error.ts';
import type { Platform } from '../../platform/room/platform.ts';
import { holdInviter, type Invitation, inviterOf, sendInvitation } from '../invitations/invite-user.ts';
import type { CreateUserBody } from './user-admin-wire.ts';

/**
 * Creates a person and, by default, invites them. They have no password until they accept. Whether an account beyond the caller's reach
 * has the address is not told: then the record waits for its owner.
 * @throws AppError 403, 404 by the caller's scope, 409 `users.email_taken`, 429 `token.too_many`; InvalidRequest 422
 */
export async function createPerson(
  deps: Pick<Platform, 'database' | 'clock' | 'keys' | 'publicUrl'> & MailLimits,
  call: Call<AnyCaller>,
  body: CreateUserBody,
): Promise<{ account: Account; invitation: Invitation | undefined }> {
  const person = personFrom(body, call.caller);
  requireMayGrant(call.caller, person.tenantId, person.role);
  const invite = body.invite ?? true;
  if (invite) await limitMailsTo(deps, person.email);
  return recordTakenAddress(deps, call, () => createAgain(deps, call, person, invite));
}

/** An address that was taken meanwhile may be taken elsewhere, and then is no reason to refuse. */
async function createAgain(...[deps, call, person, invite]: Parameters<typeof create>): ReturnType<typeof create> {
  try {
    return await create(deps, call, person, invite);
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'users.email_taken')) throw error;
    if ((await placeOfAddress(deps.database.read, scopeOf(call.caller), person.email)) === 'here') throw error;
    return create(deps, call, person, invite);
  }
}

function create(
  deps: Pick<Platform, 'database' | 'clock' | 'keys' | 'publicUrl'>,
  call: Call<AnyCaller>,
  person: PersonToCreate,
  invite: boolean,
) {
  const now = deps.clock.now();
  return deps.database.transaction(async (tx) => {
    if ((await findTenant(tx, person.tenantId)) === undefined) throw new AppError('tenants.not_found');
    if (invite) await holdInviter(tx, call.caller);
    const user = await createUser(tx, call, person, scopeOf(call.caller));
    const by = inviterOf(call.caller);
    const invitation = invite ? await sendInvitation(tx, deps, call, { user, now, by, shown: true }) : undefined;
    const account = await findAccount(tx, user.id);
    if (account === undefined) throw new Error('A user just created cannot be read');
    return { account, invitation };
  });
}

const personFrom = (body: CreateUserBody, caller: AnyCaller): PersonToCreate => ({
  tenantId: body.tenant_id ?? caller.tenantId,
  ...checkedPerson(body),
  role: body.role,
  status: 'invited',
  passwordHash: null,
});

/**
 * Runs an act that may fail on a taken address, which the administrator then learns. This is audited in a separate
 * transaction, since the act itself is rolled back.
 */
export async function recordTakenAddress<Result>(
  { database }: Pick<Pick<Platform, 'database' | 'clock'>, 'database'>,
  call: AuditedCall,
  act: () => Promise<Result>,
): Promise<Result> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof AppError && error.code === 'users.email_taken')
      await database.transaction((tx) => recordAudit(tx, call, { action: 'user.address.taken' }));
    throw error;
  }
}
