import { ApiError } from '../../client/api-error.ts';
import { sentAddress } from '../../src/platform/words/sent-address.ts';
import { noteWaitUntil } from '../components/connection/waits.ts';
import type { Refusal } from './sign-in-attempt.ts';

const KEPT = 'iskaznica_lock';

interface Kept {
  readonly email: string;
  readonly until: number;
}

const same = (one: string, other: string): boolean =>
  sentAddress(one).toLowerCase() === sentAddress(other).toLowerCase();

/** A locked account stays locked when the page is loaded anew, so its clock goes on. Kept in this tab, for one address. */
export function keepLock(email: string, { error, waitUntil }: Refusal): void {
  if (!(error instanceof ApiError) || error.lockedUntil === undefined || waitUntil === 0) return;
  sessionStorage.setItem(KEPT, JSON.stringify({ email, until: waitUntil } satisfies Kept));
}

/** What the service would say about this address now; undefined when it is not known to be locked. */
export function keptLock(email: string): Refusal | undefined {
  const kept = readKept();
  if (kept === undefined || !same(kept.email, email) || kept.until <= Date.now()) return undefined;
  const seconds = String(Math.ceil((kept.until - Date.now()) / 1000));
  const members = { code: 'attempts.locked', locked_until: new Date(kept.until).toISOString() };
  const error = new ApiError(423, members, seconds);
  noteWaitUntil(error, kept.until);
  return { error, waitUntil: kept.until };
}

function readKept(): Kept | undefined {
  try {
    return (JSON.parse(sessionStorage.getItem(KEPT) ?? 'null') as Kept | null) ?? undefined;
  } catch {
    return undefined; // not written by us
  }
}
