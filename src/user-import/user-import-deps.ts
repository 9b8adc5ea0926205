import type { HasRecentSignIn } from '../http/route-access.ts';
import type { StartDeps } from './start-import.ts';

export interface UserImportDeps extends StartDeps {
  readonly hasRecentSignIn: HasRecentSignIn;
  /** Has queued work looked at now rather than soon. */
  readonly wake: () => Promise<void>;
}
