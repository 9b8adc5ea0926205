import { randomFillSync } from 'node:crypto';

const BYTES = 16;
/** Drawing randomness costs more than the rest of an id, so it is drawn for many at once. */
const pool = Buffer.allocUnsafeSlow(256 * BYTES);
let used = pool.length;

/** An unguessable identifier of 128 bits as base64url (22 characters): sessions, requests, reservations. */
export function opaqueId(): string {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += BYTES;
  const id = pool.toString('base64url', used - BYTES, used);
  pool.fill(0, used - BYTES, used); // used bytes are not kept
  return id;
}
