import { ApiError } from '../../client/api-error.ts';
import { normaliseAddress } from '../../src/platform/words/address-input.ts';
import { keptInTab } from '../auth/kept-in-tab.ts';
import { setWaitUntil } from '../components/connection/waits.ts';
import type { Refusal, SecondOf } from './sign-in-attempt.ts';

const ADDRESS = 'iskaznica_address';

/** The address last typed in this tab: after a lockout or a reset nobody types it again. Gone once they are signed in. */
export const keptAddress = (): string => sessionStorage.getItem(ADDRESS) ?? '';
export const keepAddress = (email: string): void => sessionStorage.setItem(ADDRESS, email);
export const dropAddress = (): void => sessionStorage.removeItem(ADDRESS);

const SECOND = 'iskaznica_second_step';
/** As long as the service waits for a second step. */
const SECOND_WITHIN = 5 * 60_000;

interface KeptSecond {
  readonly second: SecondOf;
  readonly at: number;
}

/** The first step stays done when the page is loaded anew. Kept in this tab while the service knows it; undefined drops it. */
export function keepSecond(second: SecondOf | undefined): void {
  if (second === undefined) sessionStorage.removeItem(SECOND);
  else sessionStorage.setItem(SECOND, JSON.stringify({ second, at: Date.now() } satisfies KeptSecond));
}

export function keptSecond(): SecondOf | undefined {
  const kept = keptInTab<KeptSecond>(SECOND);
  if (kept && Date.now() - kept.at < SECOND_WITHIN) return kept.second;
  keepSecond(undefined);
  return undefined;
}

const KEPT = 'iskaznica_lock';

interface Kept {
  readonly email: string;
  readonly until: number;
}

const same = (one: string, other: string): boolean =>
  normaliseAddress(one).toLowerCase() === normaliseAddress(other).toLowerCase();

/** A locked account stays locked when the page is loaded anew, so its clock goes on. Kept in this tab, for one address. */
export function keepLock(email: string, { error, waitUntil }: Refusal): void {
  if (!(error instanceof ApiError) || error.lockedUntil === undefined || waitUntil === 0) return;
  sessionStorage.setItem(KEPT, JSON.stringify({ email, until: waitUntil } satisfies Kept));
}

/** What the service would say about this address now; undefined when it is not known to be locked. */
export function keptLock(email: string): Refusal | undefined {
  const kept = keptInTab<Kept>(KEPT);
  if (kept === undefined || !same(kept.email, email) || kept.until <= Date.now()) return undefined;
  const seconds = String(Math.ceil((kept.until - Date.now()) / 1000));
  const members = { code: 'attempts.locked', locked_until: new Date(kept.until).toISOString() };
  const error = new ApiError(423, members, seconds);
  setWaitUntil(error, kept.until);
  return { error, waitUntil: kept.until };
}
