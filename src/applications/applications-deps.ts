import type { SlidingWindow } from '../counters/sliding-window.ts';
import type { ProviderDeps } from './open-provider.ts';
import type { ProviderHost } from './provider-host.ts';

export interface ApplicationsDeps extends ProviderDeps {
  readonly host: ProviderHost;
  /** By person. */
  readonly wrongUserCodes: SlidingWindow;
}
