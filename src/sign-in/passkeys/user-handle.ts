import { randomBytes } from 'node:crypto';
import type { Database } from '../../platform/database/database.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import type { UserId } from '../../platform/kernel/entity-id.ts';
import { addOwner, findHandle } from './passkeys-store.ts';

const HANDLE_BYTES = 32;

/** A person's user handle, created on first use. Concurrent callers get the same one. */
export async function handleOf(database: Database, userId: UserId, at: Instant): Promise<string> {
  const known = await findHandle(database.read, userId);
  if (known !== undefined) return known;
  return database.transaction(async (tx) => {
    const fresh = randomBytes(HANDLE_BYTES).toString('base64url');
    await addOwner(tx, userId, fresh, at);
    return (await findHandle(tx, userId)) ?? fresh;
  });
}
