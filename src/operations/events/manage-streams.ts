import type { Static } from 'typebox';
import type { Application } from '../../openid/applications/application.ts';
import { findApplication, holdApplication } from '../../openid/applications/applications-store.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import type { Db, Tx } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';
import type { AnyCaller } from '../../platform/http/caller.ts';
import { invalidField } from '../../platform/http/request-refusal.ts';
import { AppError } from '../../platform/kernel/app-error.ts';
import { opaqueId } from '../../platform/kernel/ids.ts';
import { hasUnsafeCharacters } from '../../platform/kernel/text.ts';
import {
  beginSubscription,
  requireAddressOf,
  type SubscriptionDeps,
  unproven,
  whichOf,
} from './manage-subscriptions.ts';
import { findChainEnds } from './sealed-events-store.ts';
import { isDecided, isHeld, type Stream, typesOf, VERIFICATION_INTERVAL } from './stream.ts';
import * as streams from './streams-store.ts';
import {
  differingOf,
  POLL,
  type StatusBody,
  type StreamBody,
  type StreamChangeBody,
  showStream,
} from './streams-wire.ts';
import type { Subscription } from './subscription.ts';
import * as store from './subscriptions-store.ts';
import { sealWebhookSecret } from './webhook-signature.ts';

export interface OwnStream {
  readonly subscription: Subscription;
  readonly stream: Stream;
  readonly application: Application;
}

type ServiceCall = Call<AnyCaller>;

/** Each receiver has one at most. */
export async function findOwnStream(db: Db, { service }: AnyCaller): Promise<OwnStream | undefined> {
  const subscription = service === undefined ? undefined : await store.findStreamOf(db, service.id);
  const application = subscription && (await findApplication(db, subscription.application_id));
  if (subscription === undefined || application === undefined) return undefined;
  return { subscription, application, stream: await streams.getStream(db, subscription.id) };
}

/** @throws AppError 404 for another receiver's, as for a missing one */
export async function getOwnStream(db: Db, caller: AnyCaller, id: string): Promise<OwnStream> {
  const own = await findOwnStream(db, caller);
  if (own?.subscription.id !== id) throw new AppError('streams.not_found');
  return own;
}

/** Like `getOwnStream`, locked. @throws AppError 404 */
export async function holdOwnStream(tx: Tx, caller: AnyCaller, id: string): Promise<OwnStream> {
  await getOwnStream(tx, caller, id);
  await store.holdSubscription(tx, id);
  return getOwnStream(tx, caller, id);
}

type StreamRequest = Static<typeof StreamBody>;

/** @throws InvalidRequest */
function requestedStream({
  events_requested: requested,
  delivery,
  description,
  inactivity_timeout: timeout,
}: StreamRequest) {
  // SSF 1.0 §8.1.1: the transmitter's to offer. Whoever relied on one would wait for an end that never comes.
  if ((timeout ?? null) !== null) throw ofOurs('inactivity_timeout');
  const form = (delivery?.method ?? POLL) === POLL ? ('ssf_poll' as const) : ('ssf_push' as const);
  // A receiver may send back what it read, and there the address of a poll is ours.
  const url = form === 'ssf_poll' ? null : (delivery?.endpoint_url ?? null);
  requireAddressOf(form, url, 'delivery.endpoint_url');
  requireCleanText('description', description);
  return {
    form,
    url,
    authorization: form === 'ssf_poll' ? undefined : delivery?.authorization_header,
    stream: { requested: requested ?? null, description: description ?? null },
  };
}

const ofOurs = (member: string) => invalidField('body', member, 'differs', 'Ovaj podatak određuje usluga.');

function requireCleanText(field: string, text: string | undefined): void {
  if (text !== undefined && hasUnsafeCharacters(text))
    throw invalidField('body', field, 'text_unsafe', 'Tekst sadrži nedopuštene znakove.');
}

/** From now on. @throws AppError 404, 409; InvalidRequest */
export async function createStream(
  { database, keys, wake }: SubscriptionDeps,
  call: ServiceCall,
  body: StreamRequest,
): Promise<OwnStream> {
  const { service } = call.caller;
  const id = opaqueId();
  const { authorization, stream, ...receiver } = requestedStream(body);
  const secret = authorization === undefined ? null : sealWebhookSecret(keys, id, authorization);
  const created = await database.transaction(async (tx) => {
    const application = service && (await holdApplication(tx, service.id));
    if (application === undefined) throw new AppError('streams.not_found');
    const types = typesOf({ requested: stream.requested, allowed: null });
    const members = { ...receiver, types, id, secret, purpose: null, created_by: null };
    await beginSubscription(tx, call, application, members, stream);
    return getOwnStream(tx, call.caller, id);
  });
  wake();
  return created;
}

/**
 * `replace`: what is missing is taken back (SSF 1.0 §8.1.1.4); otherwise it stays, also the header of the same address, which is never
 * shown and could not be sent back. @throws AppError 404; InvalidRequest
 */
export async function changeOwnStream(
  { database, keys, wake, publicUrl }: SubscriptionDeps,
  call: ServiceCall,
  change: Static<typeof StreamChangeBody>,
  how: 'replace' | 'amend',
): Promise<OwnStream> {
  const { at, caller } = call;
  const { stream_id: id } = change;
  const isAmended = how === 'amend';
  const { authorization, form, url, stream } = requestedStream(change);
  const secret = authorization === undefined ? null : sealWebhookSecret(keys, id, authorization);
  const after = await database.transaction(async (tx) => {
    const { subscription: before, stream: asked, application } = await holdOwnStream(tx, caller, id);
    const differing = differingOf(change, showStream(publicUrl, before, asked));
    if (differing !== undefined) throw ofOurs(differing);
    const types = typesOf({ requested: stream.requested, allowed: asked.allowed });
    const isDelivery = !isAmended || change.delivery !== undefined;
    const isElsewhere = isDelivery && (before.url !== url || before.form !== form);
    const kept = isAmended && !isElsewhere ? before.secret : null;
    const delivered = isDelivery ? { form, url, secret: secret ?? kept } : {};
    const requested = isAmended && change.events_requested === undefined ? {} : { types };
    const anew = isElsewhere && before.state === 'active' ? unproven(at) : {};
    await store.changeSubscription(tx, id, { ...delivered, ...requested, ...anew, leased_until: null, updated_at: at });
    await streams.changeStream(tx, id, {
      ...('types' in requested ? { requested: stream.requested } : {}),
      ...(isAmended && change.description === undefined ? {} : { description: stream.description }),
      ...(isElsewhere ? { acked: [] } : {}),
    });
    const changed = [...('url' in delivered ? ['url'] : []), ...('types' in requested ? ['types'] : [])];
    await recordAudit(tx, call, {
      action: 'subscription.update',
      tenantId: application.tenant_id,
      meta: { ...whichOf(before), changed },
    });
    return getOwnStream(tx, caller, id);
  });
  wake();
  return after;
}

/** @throws AppError 404, 403 */
export function deleteOwnStream({ database }: SubscriptionDeps, call: ServiceCall, id: string): Promise<void> {
  return database.transaction(async (tx) => {
    const { subscription, stream, application } = await holdOwnStream(tx, call.caller, id);
    if (isDecided(subscription, stream)) throw new AppError('streams.held');
    await store.dropSubscription(tx, id);
    const meta = whichOf(subscription);
    await recordAudit(tx, call, { action: 'subscription.delete', tenantId: application.tenant_id, meta });
  });
}

/** Pauses or resumes a stream by its receiver. @throws AppError 404, 403 */
export async function setStatus(
  { database, wake }: SubscriptionDeps,
  call: ServiceCall,
  { stream_id: id, status, reason }: Static<typeof StatusBody>,
): Promise<OwnStream> {
  requireCleanText('reason', reason);
  const { at, caller } = call;
  const after = await database.transaction(async (tx) => {
    const own = await holdOwnStream(tx, caller, id);
    const { subscription: before, stream, application } = own;
    if (isHeld(before, stream)) throw new AppError('streams.held');
    const isOn = status === 'enabled';
    if (isOn && before.state === 'active') return own;
    // Nothing was held for it meanwhile (SSF 1.0 §8.1.2.1).
    const skips = isOn && before.state === 'paused' && stream.status === 'disabled';
    const { tip } = await findChainEnds(tx);
    const place = skips ? { starts_after: tip, position: tip, last_seq: tip } : {};
    const state = isOn ? ('active' as const) : ('paused' as const);
    const anew = isOn ? unproven(at) : {};
    await store.changeSubscription(tx, id, { state, ...place, ...anew, leased_until: null, updated_at: at });
    const told = isOn ? null : (reason ?? null);
    await streams.changeStream(tx, id, { status, reason: told, ...(skips ? { acked: [] } : {}) });
    const meta = { ...whichOf(before), status };
    await recordAudit(tx, call, { action: 'subscription.status', tenantId: application.tenant_id, meta });
    return getOwnStream(tx, caller, id);
  });
  wake();
  return after;
}

/**
 * Has a verification event sent. It takes its place in the chain by its record, so that it arrives in turn and as surely as any other
 * event; what is echoed stays out of the log. @throws AppError 404, 429
 */
export async function askVerification(
  { database, wake }: SubscriptionDeps,
  call: ServiceCall,
  { stream_id: id, state = null }: { readonly stream_id: string; readonly state?: string | null },
): Promise<void> {
  const { at } = call;
  const verification = opaqueId();
  await database.transaction(async (tx) => {
    const { subscription, application } = await holdOwnStream(tx, call.caller, id);
    if (!(await streams.takeVerification(tx, id, { verification, state, at })))
      throw new AppError('streams.too_soon', { retryAfter: VERIFICATION_INTERVAL });
    await recordAudit(tx, call, {
      action: 'subscription.verify',
      tenantId: application.tenant_id,
      meta: { ...whichOf(subscription), verification },
    });
  });
  wake();
}
