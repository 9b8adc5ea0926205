import type { Adapter, AdapterPayload } from 'oidc-provider';
import type { AuditedCall } from '../audit/audit-context.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Database, Tx } from '../database/database.ts';
import { type Clock, instantAt } from '../kernel/clock.ts';
import { seconds } from '../kernel/durations.ts';
import { findAccount } from '../users/find-account.ts';
import { parseAccountId } from './account-id.ts';
import { findApplication, noteUse } from './applications-store.ts';
import { clientMetadata } from './client-metadata.ts';
import * as store from './provider-records-store.ts';

export interface AdapterDeps {
  readonly database: Database;
  readonly clock: Clock;
  /** The call that the library is answering. */
  readonly currentCall: () => AuditedCall;
  /** Whether it is issuing tokens: then `consume` decides what has been spent, and nothing that was read before. */
  readonly isIssuing: () => boolean;
  readonly refusals: { readonly spent: () => Error; readonly gone: () => Error };
}

/** Written once, spent once. */
const SPENT_ONCE = new Map([
  ['AuthorizationCode', 'code'],
  ['RefreshToken', 'refresh_token'],
] as const);
const WRITTEN_ONCE = new Set(['AccessToken', ...SPENT_ONCE.keys()]);

/** What the library keeps, in our store. It makes one for each kind of thing. */
export function providerAdapter(model: string, deps: AdapterDeps): Adapter {
  return model === 'Client' ? clients(deps) : records(model, deps);
}

const nobody = async (): Promise<undefined> => undefined;
const unused = async (): Promise<never> => {
  throw new Error('Applications are not changed by the protocol');
};

/** Read anew at every call, so that a change of an application counts at once. */
const clients = ({ database, clock }: AdapterDeps): Adapter => ({
  find: async (id) => {
    const application = await findApplication(database.read, id);
    return application && clientMetadata(application, instantAt(clock.now()));
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
  const now = () => instantAt(clock.now());
  const what = [...SPENT_ONCE].find(([name]) => name === model)?.[1];
  return {
    find: async (id) => {
      const found = await store.findRecord(database.read, model, id, now());
      if (found === undefined) return undefined;
      const isSpent = found.consumed_at !== null && !deps.isIssuing();
      return { ...found.payload, ...idOf(model, id), ...(isSpent ? { consumed: true } : {}) };
    },
    findByUid: async (uid) => (await store.findRecordByUid(database.read, model, uid))?.payload,
    findByUserCode: nobody,
    upsert: async (id, payload, expiresIn = 0) => {
      const at = now();
      await database.transaction(async (tx) => {
        const row = {
          ...rowOf(model, id, payload),
          created_at: at,
          expires_at: instantAt(clock.now() + seconds(expiresIn)),
        };
        await store.writeRecord(tx, row, !WRITTEN_ONCE.has(model));
        if (model === 'AuthorizationCode') await recordEntry(tx, deps.currentCall(), payload);
      });
    },
    consume: async (id) => {
      if (await database.transaction((tx) => store.consumeRecord(tx, model, id, now()))) return;
      // By itself: on PostgreSQL a statement that waited for the row keeps it locked, and these would wait in a circle.
      await database.transaction((tx) => takeBack(tx, deps, { model, id, what }));
      throw refusals.spent();
    },
    destroy: async (id) => {
      const dropped = await database.transaction((tx) => store.dropRecord(tx, model, id));
      if (!dropped && model === 'Interaction') throw refusals.gone(); // of two that go on with it, one does
    },
    revokeByGrantId: (grantId) => database.transaction((tx) => store.dropTokensOf(tx, model, grantId)),
  };
}

/** The id of most things is the secret itself, so it is not stored with them. */
const idOf = (model: string, id: string) => (model === 'Interaction' ? { jti: id, uid: id } : { jti: id });

function rowOf(model: string, id: string, { jti: _, ...payload }: AdapterPayload) {
  const person = payload.accountId === undefined ? undefined : parseAccountId(payload.accountId);
  const { cookie: __, ...session } = payload.session ?? {};
  return {
    model,
    id,
    payload: { ...payload, ...(payload.session ? { session } : {}) },
    application_id: payload.clientId ?? null,
    user_id: person?.userId ?? null,
    grant_id: payload.grantId ?? null,
    uid: model === 'Session' ? (payload.uid ?? null) : null,
  };
}

/** Every code is somebody who enters an application. */
async function recordEntry(
  tx: Tx,
  call: AuditedCall,
  { accountId = '', clientId = '' }: AdapterPayload,
): Promise<void> {
  const person = parseAccountId(accountId);
  const account = person && (await findAccount(tx, person.userId));
  const application = await noteUse(tx, clientId, call.at);
  if (person === undefined || account === undefined || application === undefined) return;
  const actor = { id: account.id, email: account.email, tenantId: account.tenant_id };
  const meta = { application_id: application.id, name: application.name, sid: person.sid };
  await recordAudit(tx, call, { action: 'application.enter', about: 'actor', actor, meta });
}

interface Replayed {
  readonly model: string;
  readonly id: string;
  readonly what: 'code' | 'refresh_token' | undefined;
}

/**
 * Of two who show the same code or refresh token, one has stolen it, and nobody knows which: everything that came of it ends
 * (RFC 6749 §4.1.2, RFC 9700 §4.14.2), with the grant, so that what the first is being given right now is worth nothing either.
 */
async function takeBack(tx: Tx, { clock, currentCall }: AdapterDeps, { model, id, what }: Replayed): Promise<void> {
  const found = await store.findRecord(tx, model, id, instantAt(clock.now()));
  const { grantId, clientId, accountId } = (found?.payload ?? {}) as AdapterPayload;
  if (grantId === undefined || clientId === undefined || what === undefined) return;
  if (!(await store.dropGrant(tx, grantId))) return;
  const person = accountId === undefined ? undefined : parseAccountId(accountId);
  const account = person && (await findAccount(tx, person.userId));
  const meta = { application_id: clientId, what };
  await recordAudit(tx, currentCall(), { action: 'application.replay', about: account, meta });
}
