import type { Db } from '../../platform/database/database.ts';
import { type Page, TOTAL_CAP } from '../../platform/http/list-wire.ts';
import { type CursorKey, keyFromCursor } from '../../platform/http/page-cursor.ts';
import { type Instant, instantAt, parseInstant } from '../../platform/kernel/clock.ts';
import type { Milliseconds } from '../../platform/kernel/durations.ts';
import type { UserId } from '../../platform/kernel/entity-id.ts';
import { type DeviceName, nameDevice } from './device-name.ts';
import type { SignIn } from './session.ts';
import { countLiveSignIns, listLiveSignIns } from './sessions-store.ts';

/** A live sign-in, as its owner or an administrator sees it. */
export interface ListedSignIn extends DeviceName {
  /** The `sid`. It is not a credential. */
  readonly id: string;
  readonly ip: string;
  readonly started_at: Instant;
  /** Time of the last refresh; use of an access token is not stored. */
  readonly last_active_at: Instant;
  readonly expires_at: Instant;
}

export interface SignInsQuery {
  readonly userId: UserId;
  /** The caller's own, listed first. */
  readonly current?: string;
  readonly limit: number;
  readonly cursor: string | undefined;
}

/** List name inside its cursors. */
export const SIGN_IN_LIST = 'sign-ins';

export const signInKey = ({ started_at, id }: ListedSignIn): CursorKey => [started_at, id];

/** A page of a user's live sign-ins, newest first. @throws InvalidRequest (422) for a cursor of another list */
export async function listSignIns(db: Db, wanted: SignInsQuery, now: Milliseconds): Promise<Page<ListedSignIn>> {
  const { userId, current = '', limit, cursor } = wanted;
  const [started_at, sid] = cursor === undefined ? [] : keyFromCursor(SIGN_IN_LIST, ['instant', 'string'], cursor);
  const after =
    started_at === undefined ? undefined : { started_at: parseInstant(String(started_at)), sid: String(sid) };
  const of = { userId, at: instantAt(now), current, after };
  const rows = await listLiveSignIns(db, of, limit + 1);
  return { rows: await Promise.all(rows.map(listed)), counted: await countLiveSignIns(db, of, TOTAL_CAP + 1), limit };
}

const listed = async (row: SignIn): Promise<ListedSignIn> => ({
  id: row.sid,
  ...(await nameDevice(row.user_agent)),
  ip: row.ip,
  started_at: row.started_at,
  last_active_at: row.refreshed_at,
  expires_at: row.expires_at,
});
