import type { AuditedCall } from '../../platform/audit/audit-context.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import type { Db, Tx } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { DEFAULT_LIMIT, type Page, TOTAL_CAP } from '../../platform/http/list-wire.ts';
import { keyFromCursor } from '../../platform/http/page-cursor.ts';
import { AppError } from '../../platform/kernel/app-error.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import type { Platform } from '../../platform/room/platform.ts';
import { findPolicyVersion, findPublishersPolicyVersion } from '../tenants/tenants-store.ts';
import { holdUserRow } from '../users/accounts-store.ts';
import { storeConsent } from '../users/changed-users-store.ts';
import type { Categories, Consent } from './consent.ts';
import * as store from './consents-store.ts';
import { requirePublished } from './find-policy.ts';

export interface ConsentDeps extends Pick<Platform, 'database' | 'clock' | 'publicUrl' | 'recordOrSum'> {
  /** Of the policy where no tenant's is in force. */
  readonly defaultPolicyVersion: string;
}

export interface ConsentChoice {
  readonly policy_version: string;
  readonly categories: Categories;
}

export interface RecordedConsent extends ConsentChoice {
  readonly consent_id: number;
  readonly recorded_at: Instant;
  readonly consent_required: boolean;
}

/**
 * Records a consent of the signed-in user.
 * @throws AppError `auth.revoked` (401) when the account was deleted meanwhile, `privacy_policies.not_found` (404)
 */
export async function recordOwnConsent(
  { database, defaultPolicyVersion }: Pick<ConsentDeps, 'database' | 'defaultPolicyVersion'>,
  call: Call<Pick<Caller, 'userId'>>,
  given: ConsentChoice,
): Promise<RecordedConsent> {
  const { at, caller } = call;
  const { userId } = caller;
  await requirePublished(database.read, defaultPolicyVersion, given.policy_version);
  const { id, inForce } = await database.transaction(async (tx) => {
    const user = await holdUserRow(tx, userId);
    if (user === undefined) throw new AppError('auth.revoked');
    const row = await store.addConsent(tx, { user_id: userId, guest_hash: null, ...rowOf(given, at) });
    await storeConsent(tx, userId, { at, policyVersion: given.policy_version });
    await record(tx, call, { id: row.id, given });
    return { id: row.id, inForce: (await findPolicyVersion(tx, user.tenant_id)) ?? defaultPolicyVersion };
  });
  return { consent_id: id, ...given, recorded_at: at, consent_required: given.policy_version !== inForce };
}

/**
 * Records a guest's consent; `newGuest` makes an id unless the known one is still a guest. Repeating the last answer
 * adds nothing.
 * @throws AppError `privacy_policies.not_found` (404)
 */
export async function recordGuestConsent(
  { database, defaultPolicyVersion, recordOrSum }: ConsentDeps,
  call: AuditedCall,
  given: ConsentChoice,
  { known, newGuest, limitKey }: { known: string | undefined; newGuest: () => string; limitKey: string },
): Promise<RecordedConsent> {
  const { at } = call;
  await requirePublished(database.read, defaultPolicyVersion, given.policy_version);
  const isGuest = known !== undefined && !(await store.hasJoined(database.read, known));
  const guest = isGuest ? known : newGuest();
  // Nobody could ever ask for the erasure of an address without an account.
  const nobody = { ...call, context: { ...call.context, ip: null, userAgent: null } };
  const { id, recorded_at } = await database.transaction(async (tx) => {
    const row = await store.addUnlessRepeated(tx, guest, rowOf(given, at));
    if (row !== undefined) {
      await record(tx, nobody, { id: row.id, given });
      return { id: row.id, recorded_at: at };
    }
    const last = await store.findLatestOfGuest(tx, guest);
    if (last === undefined) throw new Error('What is repeated cannot be missing');
    const meta = { consent_id: last.id, ...given, repeated: true };
    await recordOrSum(tx, nobody, limitKey, { action: 'consent.record', meta });
    return last;
  });
  const inForce = (await findPublishersPolicyVersion(database.read)) ?? defaultPolicyVersion;
  return { consent_id: id, ...given, recorded_at, consent_required: given.policy_version !== inForce };
}

const rowOf = ({ policy_version, categories }: ConsentChoice, at: Instant) => ({
  policy_version,
  categories,
  recorded_at: at,
  joined_at: null,
});

const record = (tx: Tx, call: AuditedCall, { id, given }: { id: number; given: ConsentChoice }): Promise<void> =>
  recordAudit(tx, call, { action: 'consent.record', about: 'actor', meta: { consent_id: id, ...given } });

export const CONSENT_LIST = 'consents';

/** One page, newest first. @throws InvalidRequest (422) for a foreign cursor */
export async function listConsents(
  db: Db,
  wanted: store.ConsentsQuery,
  { limit = DEFAULT_LIMIT, cursor }: { readonly limit?: number; readonly cursor?: string },
): Promise<Page<Consent>> {
  const [before] = cursor === undefined ? [] : keyFromCursor(CONSENT_LIST, ['number'], cursor);
  const page = { before: before === undefined ? undefined : Number(before), limit: limit + 1 };
  const rows = await store.listConsents(db, { ...wanted, ...page });
  return { rows, counted: await store.countConsents(db, wanted, TOTAL_CAP + 1), limit };
}
