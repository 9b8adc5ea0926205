import type { RateLimit } from '../../platform/counters/sliding-window.ts';
import type { HasRecentSignIn } from '../../platform/http/route-access.ts';
import type { ReadFor } from './slow-files.ts';
import type { StartDeps } from './start-import.ts';

export interface ImportRouteDeps extends StartDeps {
  readonly hasRecentSignIn: HasRecentSignIn;
  /**
   * How many files a caller may have read: each reveals for its addresses whether they have accounts. One that is refused reveals
   * nothing and does not count, so that it can be corrected and dropped again.
   */
  readonly filesOf: RateLimit;
  /** Reads a file for a caller, unless too many of theirs took too long. */
  readonly readFor: ReadFor;
  /** Starts queued work now instead of at the next poll. */
  readonly wake: () => Promise<void>;
}
