import type { Db } from '../database/database.ts';
import type { SessionId } from '../kernel/entity-id.ts';
import { type SessionRow, selectSessions } from './sessions-store.ts';

/** The query of every request, exported for the benchmark; the store itself is private to this room. */
export async function findSession(db: Db, jti: SessionId): Promise<SessionRow | undefined> {
  const [row] = await selectSessions(db, [jti]);
  return row;
}
