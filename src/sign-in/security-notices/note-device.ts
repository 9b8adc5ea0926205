import { hash, randomBytes } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import type { User } from '../../accounts/users/user.ts';
import type { Actor, AuditedCall } from '../../platform/audit/audit-context.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import type { Tx } from '../../platform/database/database.ts';
import { type BrowserCookie, browserCookie } from '../../platform/http/browser-cookie.ts';
import { epochOf, instantAt } from '../../platform/kernel/clock.ts';
import type { SignInId, UserId } from '../../platform/kernel/entity-id.ts';
import { opaqueId } from '../../platform/kernel/ids.ts';
import { deriveToken } from '../../platform/keys/derived-secret.ts';
import type { Keyring } from '../../platform/keys/keyring.ts';
import { enqueueMail, type Recipient } from '../../platform/mail/enqueue-mail.ts';
import type { Platform } from '../../platform/room/platform.ts';
import { networkOf } from '../../platform/server/client-address.ts';
import { type DeviceName, nameDevice } from '../sessions/device-name.ts';
import { DEVICE_KNOWN_FOR, NEW_DEVICE_PAGE, NOTICE_LINK_WORKS_FOR } from './known-device.ts';
import * as store from './known-devices-store.ts';
import { addNotice, type NewNotice } from './known-devices-store.ts';

/** A sign-in that is being opened, and the account as it was before. */
interface NewSignIn {
  readonly account: Recipient & Pick<User, 'last_login_at'>;
  readonly actor: Actor;
  readonly sid: SignInId;
}

/** The browser of a sign-in. */
export interface SigningDevice {
  /**
   * Notes the browser for the account, and enqueues a mail to the owner about an unknown one. Call it in the transaction of the
   * sign-in, which has locked the user's row.
   */
  readonly note: (tx: Tx, call: AuditedCall, signIn: NewSignIn) => Promise<void>;
  /** Afterwards, sets the cookie by which the browser is recognised. */
  readonly give: () => void;
}

interface NotingDeps extends Pick<Platform, 'keys' | 'publicUrl'> {
  /** `SVC_NEW_DEVICE_MAIL`. */
  readonly isOn: boolean;
}

const NOBODY: SigningDevice = { note: async () => {}, give: () => {} };

export function signingDevices({ keys, publicUrl, isOn }: NotingDeps): (reply: FastifyReply) => SigningDevice {
  if (!isOn) return () => NOBODY;
  const cookies = deviceCookie(publicUrl);
  return (reply) => {
    const cookie = cookies.sentBy(reply) ?? opaqueId();
    // Started before the transaction, which should not wait for a module to load.
    const named = nameDevice(reply.request.headers['user-agent'] ?? '');
    return {
      note: async (tx, call, signIn) => recordDevice(tx, call, { keys, ...signIn, cookie, named }),
      give: () => void cookies.give(reply, cookie),
    };
  };
}

interface Noting extends NewSignIn {
  readonly keys: Keyring;
  readonly cookie: string;
  readonly named: Promise<DeviceName>;
}

async function recordDevice(tx: Tx, call: AuditedCall, noting: Noting): Promise<void> {
  const { keys, account, cookie } = noting;
  const { at } = call;
  const ip = call.context.ip ?? '';
  const user_agent = call.context.userAgent ?? '';
  const origin = keys.hmac('device origin', `${networkOf(ip)} ${user_agent}`).toString('base64url');
  const seen = { user_id: account.id, digest: deviceDigest(keys, account.id, cookie), origin, ip, user_agent, at };
  if (await store.seeAgain(tx, seen)) return;
  const device_id = await store.addDevice(tx, seen, noting.sid);
  await store.dropSurplus(tx, seen, device_id);
  if (account.last_login_at !== null) await notifyOwner(tx, call, noting, { device_id, origin, ip, user_agent });
}

type NoticeContent = Pick<NewNotice, 'device_id' | 'origin' | 'ip' | 'user_agent'>;

async function notifyOwner(tx: Tx, call: AuditedCall, noting: Noting, content: NoticeContent): Promise<void> {
  const { keys, account, actor, sid, named } = noting;
  const { at } = call;
  const seed = randomBytes(32).toString('base64url');
  const expires_at = instantAt(epochOf(at) + NOTICE_LINK_WORKS_FOR);
  const added = await addNotice(tx, {
    ...content,
    user_id: account.id,
    sid,
    address_hmac: noticedAddress(keys, account.email),
    seed,
    token_hash: noticeHash(deriveToken(keys, seed)),
    created_at: at,
    expires_at,
  });
  if (!added) return;
  const { browser, os } = await named;
  await recordAudit(tx, call, { action: 'device.new', about: 'actor', actor, meta: { sid } });
  await enqueueMail(tx, {
    kind: 'new-device',
    to: account,
    params: { at, device: [browser, os].filter(Boolean).join(', '), ip: content.ip, expires_at },
    secret: { kind: 'link', path: NEW_DEVICE_PAGE, seed },
    at,
  });
}

export const noticedAddress = (keys: Keyring, email: string): string =>
  keys.hmac('address of a device notice', email).toString('base64url');

/** A fast hash is enough: nobody guesses 256 random bits from their digest. */
export const noticeHash = (raw: string): string => hash('sha256', raw, 'base64url');

/** One cookie per browser, whoever signs in with it. */
export const deviceCookie = (publicUrl: string): BrowserCookie =>
  browserCookie(publicUrl, { name: 'svc_device', keptFor: DEVICE_KNOWN_FOR, sameSite: 'Strict' });

export const deviceDigest = (keys: Keyring, userId: UserId, cookie: string): string =>
  keys.hmac('known device', `${userId} ${cookie}`).toString('base64url');
