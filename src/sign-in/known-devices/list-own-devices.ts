import { recordAudit } from '../../platform/audit/record-audit.ts';
import type { Database, Db } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';
import { AppError } from '../../platform/kernel/app-error.ts';
import type { UserId } from '../../platform/kernel/entity-id.ts';
import { nameDevice } from '../sessions/device-name.ts';
import { knownDevicesErrors } from './known-devices-errors.ts';
import { dropDevice, listDevices } from './known-devices-store.ts';

/** Most recently used first. `current`: the digest of the caller's browser. */
export async function listOwnDevices(db: Db, userId: UserId, current: string | undefined) {
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
export async function forgetDevice(database: Database, call: Call, id: number): Promise<void> {
  const { userId } = call.caller;
  await database.transaction(async (tx) => {
    if (!(await dropDevice(tx, userId, id))) throw new AppError(knownDevicesErrors['devices.not_found']);
    await recordAudit(tx, call, { action: 'device.forget', about: 'actor', meta: { device_id: id } });
  });
}
