import type { Db } from '../database/database.ts';
import { type Instant, instantAt } from '../kernel/clock.ts';
import type { Milliseconds } from '../kernel/durations.ts';
import { type DeviceName, nameDevice } from './device-name.ts';
import { listLiveSignIns } from './sessions-store.ts';

/** A sign-in that still works, as its owner or an administrator sees it. */
export interface ListedSignIn extends DeviceName {
  /** The `sid`: it names the sign-in and opens nothing. */
  readonly id: string;
  readonly ip: string;
  readonly started_at: Instant;
  /** When it was last refreshed: an access token in use is not noted each time. */
  readonly last_active_at: Instant;
  /** When it ends at the latest. */
  readonly expires_at: Instant;
}

/** More than anyone can look through; the newest matter. */
const MOST = 100;

/** The live sign-ins of a user: `current` first where it is named, then the newest. */
export async function listSignIns(db: Db, userId: number, now: Milliseconds, current = ''): Promise<ListedSignIn[]> {
  const rows = await listLiveSignIns(db, { userId, at: instantAt(now), current, most: MOST });
  return Promise.all(
    rows.map(async ({ sid, ip, user_agent, started_at, refreshed_at, expires_at }) => ({
      id: sid,
      ...(await nameDevice(user_agent)),
      ...{ ip, started_at, last_active_at: refreshed_at, expires_at },
    })),
  );
}
