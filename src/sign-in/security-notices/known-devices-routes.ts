import { TokenQuery } from '../../accounts/action-tokens/action-tokens-wire.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import type { Database, Db } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';
import { defineOpenRoute, defineRoute, ok, type Route } from '../../platform/http/define-route.ts';
import { open, signedIn } from '../../platform/http/route-access.ts';
import { perAddress, perCaller } from '../../platform/http/route-limit.ts';
import { IdParams } from '../../platform/http/wire.ts';
import { AppError } from '../../platform/kernel/app-error.ts';
import { minutes } from '../../platform/kernel/durations.ts';
import type { UserId } from '../../platform/kernel/entity-id.ts';
import type { Platform } from '../../platform/room/platform.ts';
import { nameDevice } from '../sessions/device-name.ts';
import { type DisownDeps, disownSignIn, showNotice } from './disown-sign-in.ts';
import { dropDevice, listDevices } from './known-devices-store.ts';
import { DisownedAnswer, KnownDevicesAnswer, NoticeAnswer } from './known-devices-wire.ts';
import { deviceCookie, deviceDigest } from './note-device.ts';
import { TAKING_BACK } from './take-back-sign-ins.ts';

interface KnownDevicesDeps extends DisownDeps, Pick<Platform, 'publicUrl'> {}

const own = signedIn({ exemptFrom: ['password-change', 'enrolment'] });
const link = open('the token is the credential');
/** Outside `/api`, where the contract's list of anonymous paths is exact. */
const PATH = '/login/new-device';

export function knownDevicesRoutes(deps: KnownDevicesDeps): Route[] {
  const { database, keys, publicUrl } = deps;
  const cookies = deviceCookie(publicUrl);
  return [
    defineRoute({
      method: 'GET',
      path: '/api/users/me/devices',
      summary: 'The browsers that the caller signed in from, the one used last first',
      tag: 'Own account',
      access: own,
      limit: perCaller({ most: 120, within: minutes(1) }),
      audit: [],
      request: {},
      responses: { success: ok(KnownDevicesAnswer, 'At most twenty'), refusals: [] },
      handle: async ({ reply }, { userId }) => {
        const cookie = cookies.sentBy(reply);
        const current = cookie === undefined ? undefined : deviceDigest(keys, userId, cookie);
        return { items: await listOwnDevices(database.read, userId, current) };
      },
    }),
    defineRoute({
      method: 'DELETE',
      path: '/api/users/me/devices/:id',
      summary: 'Forgets a browser: the next sign-in from it is told as a new one',
      tag: 'Own account',
      access: own,
      limit: perCaller({ most: 120, within: minutes(1) }),
      audit: ['device.forget'],
      request: { params: IdParams },
      responses: {
        success: { status: 204, description: 'Forgotten; its sign-ins stay' },
        refusals: ['devices.not_found'],
      },
      handle: ({ params, call }) => forgetDevice(database, call, params.id),
    }),
    defineOpenRoute({
      method: 'GET',
      path: PATH,
      summary: 'Tells which sign-in a mail about a new browser is of, and changes nothing',
      tag: 'Sign-in',
      access: link,
      limit: perAddress({ most: 120, within: minutes(1) }),
      audit: [],
      request: { query: TokenQuery },
      responses: { success: ok(NoticeAnswer, 'It works'), refusals: ['token.invalid'] },
      handle: ({ query }) => showNotice(deps, query.token),
    }),
    defineOpenRoute({
      method: 'POST',
      path: PATH,
      summary: 'Ends the sign-in that its owner does not recognise, and leads to a new password',
      tag: 'Sign-in',
      access: link,
      limit: perAddress({ most: 60, within: minutes(1) }),
      audit: ['device.disown', 'device.disown.fail', ...TAKING_BACK],
      request: { body: TokenQuery },
      responses: {
        success: ok(DisownedAnswer, 'Ended'),
        refusals: ['token.invalid', 'users.email_taken'],
      },
      handle: ({ body, call, limitKey }) => disownSignIn(deps, call, limitKey, body.token),
    }),
  ];
}

/** Most recently used first. `current`: the digest of the caller's browser. */
async function listOwnDevices(db: Db, userId: UserId, current: string | undefined) {
  const devices = await listDevices(db, userId);
  return Promise.all(
    devices.map(async ({ id, digest, ip, user_agent, first_seen_at, last_seen_at }) => ({
      id,
      ...(await nameDevice(user_agent)),
      ip,
      first_seen_at,
      last_seen_at,
      current: digest === current,
    })),
  );
}

/**
 * Forgets a browser: the next sign-in from it counts as one from an unknown browser. Open sign-ins stay.
 * @throws AppError 404 `devices.not_found` for an unknown one, or another person's
 */
async function forgetDevice(database: Database, call: Call, id: number): Promise<void> {
  const { userId } = call.caller;
  await database.transaction(async (tx) => {
    if (!(await dropDevice(tx, userId, id))) throw new AppError('devices.not_found');
    await recordAudit(tx, call, { action: 'device.forget', about: 'actor', meta: { device_id: id } });
  });
}
