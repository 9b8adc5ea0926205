import type { HasRecentSignIn } from '../../platform/http/route-access.ts';
import type { StartDeps } from './start-import.ts';

export interface ImportRouteDeps extends StartDeps {
  readonly hasRecentSignIn: HasRecentSignIn;
  /** Starts queued work now instead of at the next poll. */
  readonly wake: () => Promise<void>;
}
