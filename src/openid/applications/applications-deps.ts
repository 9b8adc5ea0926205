import type { LogoDeps } from '../../accounts/branding/receive-logo.ts';
import type { SlidingWindow } from '../../platform/counters/sliding-window.ts';
import type { ProviderDeps } from './open-provider.ts';
import type { ProviderHost } from './provider-host.ts';

export interface ApplicationsDeps extends ProviderDeps {
  readonly host: ProviderHost;
  /** One queue for all pictures of the service. */
  readonly pictures: LogoDeps;
  /** By person. */
  readonly wrongUserCodes: SlidingWindow;
}
