import { hash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import type { Actor, AuditedCall } from '../../platform/audit/audit-context.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import type { Tx } from '../../platform/database/database.ts';
import { browserCookie } from '../../platform/http/browser-cookie.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import { days } from '../../platform/kernel/durations.ts';
import { storeConsent } from '../users/changed-users-store.ts';
import * as store from './consents-store.ts';

/** How long a browser is recognised; then it is a new guest. */
export const GUEST_KNOWN_FOR = days(180);

const guestCookie = (publicUrl: string) =>
  browserCookie(publicUrl, { name: 'svc_guest', keptFor: GUEST_KNOWN_FOR, sameSite: 'Lax' });

/** The guest behind a request, as the stored digest; `undefined` without our cookie. */
export function guestOf(reply: FastifyReply, publicUrl: string): string | undefined {
  const id = guestCookie(publicUrl).sentBy(reply);
  return id === undefined ? undefined : digestOf(id);
}

/** Sets a new guest cookie and returns its digest. */
export const giveGuestCookie = (reply: FastifyReply, publicUrl: string): string =>
  digestOf(guestCookie(publicUrl).give(reply));

const digestOf = (id: string): string => hash('sha256', id, 'base64url');

/** What a browser did before its user was known. */
export interface GuestVisit {
  /** In the transaction of the sign-in, attaches the guest's latest consent to the account, once. */
  readonly join: (tx: Tx, call: AuditedCall, actor: Actor, at: Instant) => Promise<void>;
  /** Afterwards, gives the browser a new id, so that the next person starts afresh. */
  readonly renew: () => void;
}

export const guestVisits =
  (publicUrl: string) =>
  (reply: FastifyReply): GuestVisit => {
    const guest = guestOf(reply, publicUrl);
    if (guest === undefined) return { join: async () => {}, renew: () => {} };
    return {
      join: (tx, call, actor, at) => joinGuest(tx, call, { guest, actor, at }),
      renew: () => void giveGuestCookie(reply, publicUrl),
    };
  };

async function joinGuest(
  tx: Tx,
  call: AuditedCall,
  { guest, actor, at }: { guest: string; actor: Actor; at: Instant },
): Promise<void> {
  const latest = await store.findLatestOfGuest(tx, guest);
  if (latest === undefined) return;
  const { id: _, ...consent } = latest;
  const joined = await store.addJoined(tx, { ...consent, user_id: actor.id, joined_at: at });
  if (joined === undefined) return;
  const { recorded_at, policy_version, categories } = consent;
  await storeConsent(tx, actor.id, { at: recorded_at, policyVersion: policy_version });
  const meta = { consent_id: joined.id, policy_version, categories, joined: true };
  await recordAudit(tx, call, { action: 'consent.record', about: 'actor', actor, meta });
}
