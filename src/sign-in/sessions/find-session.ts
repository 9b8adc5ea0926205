import type { Database, Db } from '../../platform/database/database.ts';
import { rememberedRead } from '../../platform/database/remembered-read.ts';
import type { SessionId } from '../../platform/kernel/entity-id.ts';
import { type SessionRow, selectSessions } from './sessions-store.ts';

/** The query of every request, exported for the benchmark; the store itself is private to this room. */
export const findSession = (db: Db, jti: SessionId): Promise<SessionRow | undefined> => selectSessions.one(db, jti);

/** Finds the row of a session as it is now, together with those that other requests need. */
export type SessionReader = (jti: SessionId) => SessionRow | undefined | Promise<SessionRow | undefined>;

export const sessionReader = (database: Database): SessionReader =>
  rememberedRead(database, selectSessions, ({ jti }) => jti);
