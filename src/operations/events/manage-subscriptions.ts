import type { Static } from 'typebox';
import { type Application, isService } from '../../openid/applications/application.ts';
import { findApplication, holdApplication } from '../../openid/applications/applications-store.ts';
import { requireMayChange, requireReach } from '../../openid/applications/checked-application.ts';
import { flawOfNoticeAddress } from '../../openid/applications/redirect-address.ts';
import type { AuditedCall } from '../../platform/audit/audit-context.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import type { Db, Tx } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { invalidField } from '../../platform/http/request-refusal.ts';
import { AppError } from '../../platform/kernel/app-error.ts';
import { epochOf, type Instant, instantAt } from '../../platform/kernel/clock.ts';
import { days } from '../../platform/kernel/durations.ts';
import { opaqueId } from '../../platform/kernel/ids.ts';
import { hasUnsafeCharacters, normalised } from '../../platform/kernel/text.ts';
import { addAttempts, type NewAttempt } from './attempts-store.ts';
import { callReceiver, pushSet } from './call-receiver.ts';
import type { DeliverDeps } from './deliver-events.ts';
import { testEventAt } from './event.ts';
import type { SubscriptionBody, SubscriptionChangeBody } from './events-wire.ts';
import { testSetAt } from './read-sets.ts';
import { findChainEnds } from './sealed-events-store.ts';
import { newStream, type Stream, typesOf } from './stream.ts';
import { addStream, changeStream, getStream } from './streams-store.ts';
import { type Form, formTraits, type Subscription, traitsOf } from './subscription.ts';
import * as store from './subscriptions-store.ts';
import { makeWebhookSecret, sealWebhookSecret } from './webhook-signature.ts';

const MOST_SUBSCRIPTIONS = 10;
/** How long the previous secret signs beside a new one. */
const BOTH_VALID = days(1);

export interface SubscriptionDeps extends DeliverDeps {
  /** Somebody gets events from now on. */
  readonly wake: () => void;
}

interface Owned {
  readonly subscription: Subscription;
  readonly application: Application;
}

/** @throws AppError 404 for one out of the caller's reach, as for a missing one */
export async function getSubscription(db: Db, caller: Caller, id: string): Promise<Owned> {
  const subscription = await store.findSubscription(db, id);
  const application = subscription && (await findApplication(db, subscription.application_id));
  try {
    const reached = requireReach(caller, application);
    if (subscription !== undefined) return { subscription, application: reached };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
  }
  throw new AppError('subscriptions.not_found');
}

/** Like `getSubscription`, locked, and only for who may change the application. @throws AppError 404, 403 */
async function holdOwned(tx: Tx, caller: Caller, id: string): Promise<Owned> {
  await store.holdSubscription(tx, id);
  const owned = await getSubscription(tx, caller, id);
  requireMayChange(caller, owned.application);
  return owned;
}

export const whichOf = ({ id, application_id }: Subscription) => ({ subscription_id: id, application_id });

/** From now on. Returns its secret too, which is never shown again. @throws AppError 404, 403, 409; InvalidRequest 422 */
export async function createSubscription(
  { database, keys, wake }: SubscriptionDeps,
  call: Call,
  body: Static<typeof SubscriptionBody>,
): Promise<{ subscription: Subscription; secret: string | null }> {
  const { caller } = call;
  const { form, application_id } = body;
  const id = opaqueId();
  const secret = traitsOf(body).hasSecret ? makeWebhookSecret() : null;
  const subscription = await database.transaction(async (tx) => {
    const application = requireMayChange(caller, await holdApplication(tx, application_id));
    const sealed = secret === null ? null : sealWebhookSecret(keys, id, secret);
    const members = {
      ...changed({ form, url: null, types: null, purpose: null }, body),
      id,
      secret: sealed,
      created_by: caller.userId,
    };
    return beginSubscription(tx, call, application, members, { allowed: members.types });
  });
  wake();
  return { subscription, secret };
}

type Begun = Pick<Subscription, 'id' | 'form' | 'url' | 'types' | 'purpose' | 'secret' | 'created_by'>;

/** A subscription from now on, of an application whose row is held. @throws AppError 409; InvalidRequest 422 */
export async function beginSubscription(
  tx: Tx,
  call: AuditedCall,
  application: Application,
  members: Begun,
  stream: Partial<Stream> = {},
): Promise<Subscription> {
  const { id, form } = members;
  const { carries, isCalled } = traitsOf(members);
  if (!isCalled && !isService(application))
    throw invalidField('body', 'form', 'service', 'Samo usluga može sama čitati obavijesti.');
  if ((await store.countSubscriptionsOf(tx, application.id, MOST_SUBSCRIPTIONS)) >= MOST_SUBSCRIPTIONS)
    throw new AppError('subscriptions.too_many');
  if (form === 'pull' && (await store.findPullSubscription(tx, application.id)) !== undefined)
    throw new AppError('subscriptions.pull_taken');
  if (carries === 'sets' && (await store.findStreamOf(tx, application.id)) !== undefined)
    throw new AppError('streams.taken');
  const { tip } = await findChainEnds(tx);
  const place = { starts_after: tip, position: tip, last_seq: tip };
  const begun: Subscription = { ...blank(call.at), ...members, ...place, application_id: application.id };
  await store.addSubscription(tx, begun);
  if (carries === 'sets') await addStream(tx, { ...newStream(id), ...stream });
  await recordAudit(tx, call, {
    action: 'subscription.create',
    tenantId: application.tenant_id,
    meta: { ...whichOf(begun), form, names: begun.purpose !== null },
  });
  return begun;
}

const blank = (at: Instant) => ({
  previous_secret: null,
  previous_until: null,
  state: 'active' as const,
  pause_notice: null,
  ...unproven(at),
  leased_until: null,
  created_at: at,
  updated_at: at,
});

/** What is known of how a receiver answers, before it was ever called. */
export const unproven = (at: Instant) => ({
  failures: 0,
  failing_since: null,
  noticed_at: null,
  quick_since: null,
  taken_at: at,
  due_at: at,
});

type Settings = Pick<Subscription, 'form' | 'url' | 'types' | 'purpose'>;

/** @throws InvalidRequest 422 */
function changed(before: Settings, change: Static<typeof SubscriptionChangeBody>): Settings {
  const { form } = before;
  const url = change.url === undefined ? before.url : change.url;
  requireAddressOf(form, url, 'url');
  const purpose = change.purpose === undefined ? before.purpose : cleanPurpose(change.purpose);
  if (purpose !== null && formTraits[form].carries === 'sets')
    throw invalidField('body', 'purpose', 'form', 'U takvim obavijestima nema imena ni adresa.');
  return { form, url, types: change.types === undefined ? before.types : change.types, purpose };
}

/** Who is called has an address, and nobody else. @throws InvalidRequest 422 */
export function requireAddressOf(form: Form, url: string | null, field: string): void {
  if (!formTraits[form].isCalled) {
    if (url !== null) throw invalidField('body', field, 'form', 'Usluga koja sama čita nema adresu.');
    return;
  }
  if (url === null) throw invalidField('body', field, 'missing', 'Navedite adresu.');
  const flaw = flawOfNoticeAddress(url);
  if (flaw !== undefined) throw invalidField('body', field, 'address', flaw);
}

function cleanPurpose(purpose: string | null): string | null {
  if (purpose === null) return null;
  const clean = normalised(purpose);
  if (clean === '') throw invalidField('body', 'purpose', 'missing', 'Navedite zašto trebaju imena i adrese.');
  if (hasUnsafeCharacters(clean))
    throw invalidField('body', 'purpose', 'text_unsafe', 'Tekst sadrži nedopuštene znakove.');
  return clean;
}

const CHANGEABLE = ['url', 'types', 'purpose', 'state'] as const;

/** Changes a subscription, or pauses or resumes it. What is under way then counts as not sent. @throws AppError 404, 403; InvalidRequest 422 */
export async function updateSubscription(
  { database, wake }: SubscriptionDeps,
  call: Call,
  id: string,
  change: Static<typeof SubscriptionChangeBody> & { readonly state?: 'active' | 'paused' },
): Promise<Subscription> {
  const { caller, at } = call;
  const updated = await database.transaction(async (tx) => {
    const { subscription: before, application } = await holdOwned(tx, caller, id);
    const state = change.state ?? before.state;
    const isStream = traitsOf(before).carries === 'sets';
    const stream = isStream ? await getStream(tx, id) : undefined;
    const allowed = change.types === undefined ? stream?.allowed : change.types;
    const settings = changed(before, change);
    const types = stream === undefined ? settings.types : typesOf({ ...stream, allowed: allowed ?? null });
    // SSF 1.0 §8.1.5: the last word before nothing more is sent, under a name that no other token has.
    const isPaused = isStream && before.state === 'active' && state === 'paused';
    const pause_notice = isPaused ? `pause_${opaqueId()}` : before.pause_notice;
    const after = { ...before, ...settings, types, state, pause_notice: state === 'paused' ? pause_notice : null };
    if (stream !== undefined) await changeStream(tx, id, { allowed: allowed ?? null });
    const differing = CHANGEABLE.filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]));
    if (differing.length === 0) return before;
    // Another address, or a second try of the same one: what failed before says nothing about it.
    const anew = before.url !== after.url || (state === 'active' && before.state !== 'active') ? unproven(at) : {};
    // The header that a receiver wants at its address is for no other; a secret that signs is not sent.
    const secret = before.url === after.url || traitsOf(before).hasSecret ? before.secret : null;
    const stored = { ...after, ...anew, secret, leased_until: null, updated_at: at };
    await store.changeSubscription(tx, id, stored);
    // Who paused or resumed it here takes it out of its receiver's hands.
    const isSetHere = before.state !== state && isStream;
    if (isSetHere) await changeStream(tx, id, { status: 'enabled', reason: null });
    await recordAudit(tx, call, {
      action: 'subscription.update',
      tenantId: application.tenant_id,
      meta: { ...whichOf(before), changed: differing, ...(before.state === state ? {} : { state }) },
    });
    return stored;
  });
  wake();
  return updated;
}

/** @throws AppError 404, 403 */
export function deleteSubscription({ database }: SubscriptionDeps, call: Call, id: string): Promise<void> {
  return database.transaction(async (tx) => {
    const { subscription, application } = await holdOwned(tx, call.caller, id);
    await store.dropSubscription(tx, id);
    const meta = whichOf(subscription);
    await recordAudit(tx, call, { action: 'subscription.delete', tenantId: application.tenant_id, meta });
  });
}

/** A new secret; the previous one signs beside it for a day. @throws AppError 404, 403, 409 */
export async function rotateSecret(
  { database, keys }: SubscriptionDeps,
  call: Call,
  id: string,
): Promise<{ secret: string; previous_until: Instant }> {
  const secret = makeWebhookSecret();
  const sealed = sealWebhookSecret(keys, id, secret);
  const previous_until = instantAt(epochOf(call.at) + BOTH_VALID);
  await database.transaction(async (tx) => {
    const { subscription, application } = await holdOwned(tx, call.caller, id);
    if (!traitsOf(subscription).hasSecret) throw new AppError('subscriptions.not_pushed');
    const { secret: previous_secret } = subscription;
    const change = { secret: sealed, previous_secret, previous_until, updated_at: call.at };
    await store.changeSubscription(tx, id, change);
    const meta = whichOf(subscription);
    await recordAudit(tx, call, { action: 'subscription.secret', tenantId: application.tenant_id, meta });
  });
  return { secret, previous_until };
}

/** Sends everything after a place of the chain again, under the same ids. @throws AppError 404, 403, 409 */
export async function replayFrom(
  { database, wake }: SubscriptionDeps,
  call: Call,
  id: string,
  after: number,
): Promise<Subscription> {
  const { caller, at } = call;
  const replayed = await database.transaction(async (tx) => {
    const { subscription, application } = await holdOwned(tx, caller, id);
    if (after > (await findChainEnds(tx)).tip) throw new AppError('events.ahead');
    const change = { position: after, last_seq: after, due_at: at, leased_until: null, updated_at: at };
    await store.changeSubscription(tx, id, change);
    if (traitsOf(subscription).carries === 'sets') await changeStream(tx, id, { acked: [] });
    const meta = { ...whichOf(subscription), after };
    await recordAudit(tx, call, { action: 'subscription.replay', tenantId: application.tenant_id, meta });
    return { ...subscription, ...change };
  });
  wake();
  return replayed;
}

/** Sends an event that reports nothing, whatever the state, and returns what came of it. @throws AppError 404, 403, 409 */
export async function sendTestEvent(deps: SubscriptionDeps, call: Call, id: string): Promise<NewAttempt> {
  const { database } = deps;
  const { subscription, application } = await getSubscription(database.read, call.caller, id);
  requireMayChange(call.caller, application);
  const { carries, isCalled } = traitsOf(subscription);
  if (!isCalled) throw new AppError('subscriptions.not_pushed');
  const attempt = await (carries === 'sets'
    ? pushSet(deps, subscription, testSetAt(id, subscription.last_seq, call.at))
    : callReceiver(deps, subscription, testEventAt(subscription.last_seq, call.at)));
  await database.transaction(async (tx) => {
    if ((await store.holdSubscription(tx, id)) !== undefined) await addAttempts(tx, [attempt]);
  });
  return attempt;
}
