import type { Adapter, AdapterPayload, Grant } from 'oidc-provider';
import { findAccount } from '../../accounts/users/accounts-store.ts';
import type { AuditedCall } from '../../platform/audit/audit-context.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import type { Tx } from '../../platform/database/database.ts';
import { type Clock, earlier, type Instant, instantAt, nowOf } from '../../platform/kernel/clock.ts';
import { type Milliseconds, seconds } from '../../platform/kernel/durations.ts';
import type { Platform } from '../../platform/room/platform.ts';
import { holdSession } from '../../sign-in/sessions/end-sessions.ts';
import { findApplication } from './applications-store.ts';
import { boundedAdapter } from './bounded-adapter.ts';
import { DEVICE_CODE_LIFETIME, openDeviceCode, poll } from './device-code.ts';
import { recordEntry } from './note-entry.ts';
import { parseAccountId, sessionIdFor } from './provider-ids.ts';
import { clientMetadata } from './provider-protocol.ts';
import * as store from './provider-records-store.ts';
import { isStillAllowed } from './still-allowed.ts';

export interface AdapterDeps extends Pick<Platform, 'database' | 'clock' | 'keys'> {
  /** The call of the current request. */
  readonly currentCall: () => AuditedCall;
  /** Whether tokens are being issued: then only `consume` decides whether something is spent, not an earlier read. */
  readonly isIssuing: () => boolean;
  readonly refusals: Readonly<
    Record<'spent' | 'gone' | 'expired' | 'early' | 'ended' | 'changed' | 'lost' | 'tooLong', () => Error>
  >;
}

/** Written once, spent once. */
const SPENT_ONCE = new Map([
  ['AuthorizationCode', 'code'],
  ['RefreshToken', 'refresh_token'],
  ['DeviceCode', 'device_code'],
] as const);
const WRITTEN_ONCE = new Set(['AccessToken', ...SPENT_ONCE.keys()]);

/** Stores the library's records. The library creates one adapter per kind of record. */
export function providerAdapter(model: string, deps: AdapterDeps): Adapter {
  if (model === 'Client') return clients(deps);
  const adapter = model === 'DeviceCode' ? deviceCodes(deps) : records(model, deps);
  return boundedAdapter(model, adapter, deps.refusals.tooLong);
}

const nobody = async (): Promise<undefined> => undefined;
const unused = async (): Promise<never> => {
  throw new Error('Applications are not changed by the protocol');
};

/** Read anew at every call, so that changes to an application take effect at once. */
const clients = ({ database, clock }: AdapterDeps): Adapter => ({
  find: async (id) => {
    if (id.includes('\0')) return undefined; // a form may contain it, and PostgreSQL rejects it
    const application = await findApplication(database.read, id);
    return application && clientMetadata(application, nowOf(clock));
  },
  findByUid: nobody,
  findByUserCode: nobody,
  upsert: unused,
  consume: unused,
  destroy: unused,
  revokeByGrantId: unused,
});

function records(model: string, deps: AdapterDeps): Adapter {
  const { database, clock, refusals } = deps;
  const now = () => nowOf(clock);
  const what = [...SPENT_ONCE].find(([name]) => name === model)?.[1];
  return {
    find: async (id) => {
      const held = model === 'Grant' && deps.isIssuing() ? heldGrants.get(deps.currentCall()) : undefined;
      const found = held?.id === id ? held.found : await store.findRecord(database.read, model, id, now());
      if (found === undefined) return undefined;
      const isSpent = found.consumed_at !== null && !deps.isIssuing();
      return { ...found.payload, ...idOf(model, id), ...(isSpent ? { consumed: true } : {}) };
    },
    findByUid: async (uid) => (await store.findRecordByUid(database.read, model, uid))?.payload,
    findByUserCode: nobody,
    upsert: async (id, payload, expiresIn = 0) => {
      const life = lifeFrom(clock, seconds(expiresIn));
      await database.transaction(async (tx) => {
        const kept = model === 'AuthorizationCode' ? await withSessionId(tx, deps, payload) : payload;
        const row = await endingWithSignIn(tx, { ...rowOf(model, id, kept), ...life });
        await store.writeRecord(tx, row, !WRITTEN_ONCE.has(model));
        if (model === 'AuthorizationCode') await enter(tx, deps, payload);
      });
    },
    consume: async (id) => {
      if (await database.transaction((tx) => spend(tx, deps, { model, id, at: now() }))) return;
      // In its own transaction: on PostgreSQL a statement that waited for a row keeps it locked, and these would deadlock.
      await database.transaction((tx) => takeBack(tx, deps, { model, id, what }));
      throw refusals.spent();
    },
    destroy: async (id) => {
      const dropped = await database.transaction((tx) => store.dropRecord(tx, model, id));
      if (!dropped && model === 'Interaction') throw refusals.gone(); // of two concurrent continuations one wins
    },
    revokeByGrantId: (grantId) => database.transaction((tx) => store.dropTokensOf(tx, model, grantId)),
  };
}

/**
 * The grants of what this call has just spent. A concurrent use of the same code or token deletes the grant; this call must still
 * get its response, with tokens that are then invalid.
 */
const heldGrants = new WeakMap<AuditedCall, { readonly id: string; readonly found: store.FoundRecord | undefined }>();

async function spend(
  tx: Tx,
  { currentCall, refusals }: AdapterDeps,
  { model, id, at }: { readonly model: string; readonly id: string; readonly at: Instant },
): Promise<boolean> {
  const payload = await store.consumeRecord(tx, model, id, at);
  if (payload === undefined) return false;
  const { grantId, clientId = '', ...reliesOn } = payload as AdapterPayload; // as stored by the library
  const application = await findApplication(tx, clientId);
  if (application === undefined || !isStillAllowed(application, reliesOn)) throw refusals.lost();
  if (grantId !== undefined)
    heldGrants.set(currentCall(), { id: grantId, found: await store.findRecord(tx, 'Grant', grantId, at) });
  return true;
}

/** Most ids are the secret itself, so they are not stored. */
const idOf = (model: string, id: string) => (model === 'Interaction' ? { jti: id, uid: id } : { jti: id });

function rowOf(model: string, id: string, { jti: _, ...payload }: AdapterPayload) {
  const person = payload.accountId === undefined ? undefined : parseAccountId(payload.accountId);
  const { cookie: __, ...session } = payload.session ?? {};
  return {
    model,
    id,
    payload: { ...payload, ...(payload.session ? { session } : {}) },
    application_id: payload.clientId ?? clientOf(payload.params),
    user_id: person?.userId ?? null,
    grant_id: payload.grantId ?? null,
    uid: model === 'Session' ? (payload.uid ?? null) : null,
    sid: person?.sid ?? null,
  };
}

/** These would outlive the sign-in. */
const LONG_LIVED = new Set(['Session', 'Grant', 'RefreshToken']);

/** One whose sign-in has ended meanwhile is over at once. */
async function endingWithSignIn(tx: Tx, row: store.NewRecord): Promise<store.NewRecord> {
  if (row.sid === null || !LONG_LIVED.has(row.model)) return row;
  const signIn = await holdSession(tx, row.sid);
  return { ...row, expires_at: signIn === undefined ? row.created_at : earlier(row.expires_at, signIn.expires_at) };
}

/** Of a request, which names it as a parameter. */
const clientOf = (params: AdapterPayload['params']): string | null =>
  typeof params?.client_id === 'string' ? params.client_id : null;

const lifeFrom = (clock: Clock, lifetime: Milliseconds) => ({
  created_at: nowOf(clock),
  expires_at: instantAt(clock.now() + lifetime),
});

/**
 * Stores a grant in the transaction of the decision behind it, and returns its id. The library would use a transaction of its
 * own, and a crash between the two would leave a grant that nobody gave.
 */
export function saveGrant(tx: Tx, clock: Clock, grant: Grant): Promise<string> {
  const upsert: Adapter['upsert'] = async (id, payload, expiresIn = 0) => {
    const row = { ...rowOf('Grant', id, payload), ...lifeFrom(clock, seconds(expiresIn)) };
    await store.writeRecord(tx, await endingWithSignIn(tx, row), true);
  };
  Object.defineProperty(grant, 'adapter', { value: { upsert } });
  return grant.save();
}

/** Tokens of an application with logout notices carry the `sid` of the sign-in. */
async function withSessionId(tx: Tx, { keys }: AdapterDeps, payload: AdapterPayload): Promise<AdapterPayload> {
  const { accountId = '', clientId = '' } = payload;
  const person = parseAccountId(accountId);
  const wantsToKnow = (await findApplication(tx, clientId))?.backchannel_logout_uri != null;
  return person && wantsToKnow ? { ...payload, sid: sessionIdFor(keys, clientId, person.sid) } : payload;
}

/** Every code stands for somebody signing in to an application. */
async function enter(tx: Tx, { keys, currentCall, refusals }: AdapterDeps, payload: AdapterPayload): Promise<void> {
  const { accountId = '', clientId = '', ...reliesOn } = payload;
  const person = parseAccountId(accountId);
  if (person === undefined) throw refusals.ended();
  const entered = await recordEntry(tx, keys, currentCall(), { person, applicationId: clientId, reliesOn });
  if (entered !== 'noted') throw refusals[entered]();
}

/** Can be found until it expires, so that a polling device learns why it waits in vain (RFC 8628 §3.5). */
function deviceCodes(deps: AdapterDeps): Adapter {
  const { database, clock, keys, refusals } = deps;
  return {
    ...records('DeviceCode', deps),
    find: async (id) => {
      const digest = store.digestOfId(id);
      const found = await store.findRecordByDigest(database.read, 'DeviceCode', digest);
      if (found === undefined) return undefined;
      if (deps.isIssuing()) {
        const state = await poll(database, digest, clock.now());
        if (state !== 'ready') throw refusals[state]();
      }
      const now = await store.findRecordByDigest(database.read, 'DeviceCode', digest);
      return now && { ...now.payload, jti: id };
    },
    upsert: async (id, { userCode = '', ...payload }) => {
      const life = lifeFrom(clock, DEVICE_CODE_LIFETIME);
      const { created_at: at, expires_at: expiresAt } = life;
      await database.transaction(async (tx) => {
        await store.writeRecord(tx, { ...rowOf('DeviceCode', id, payload), ...life }, false);
        await openDeviceCode(tx, keys, { digest: store.digestOfId(id), userCode, at, expiresAt });
      });
    },
  };
}

interface Replayed {
  readonly model: string;
  readonly id: string;
  readonly what: 'code' | 'refresh_token' | 'device_code' | undefined;
}

/**
 * Of two who present the same code or refresh token, one has stolen it, and nobody knows which. Everything issued from it is
 * revoked together with its grant (RFC 6749 §4.1.2, RFC 9700 §4.14.2), so tokens being issued to the first are invalid too.
 */
async function takeBack(tx: Tx, { clock, currentCall }: AdapterDeps, { model, id, what }: Replayed): Promise<void> {
  const found = await store.findRecord(tx, model, id, nowOf(clock));
  const { grantId, clientId, accountId } = (found?.payload ?? {}) as AdapterPayload;
  if (grantId === undefined || clientId === undefined || what === undefined) return;
  if (!(await store.dropGrant(tx, grantId))) return;
  const person = accountId === undefined ? undefined : parseAccountId(accountId);
  const account = person && (await findAccount(tx, person.userId));
  const meta = { application_id: clientId, what };
  await recordAudit(tx, currentCall(), { action: 'application.replay', about: account, meta });
}
