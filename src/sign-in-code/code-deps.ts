import type { RateLimit } from '../counters/rate-limit.ts';
import type { BrowserCookie } from '../http/browser-cookie.ts';

/** Beside what every way in uses. */
export interface CodeDeps {
  /** Tells the browser that asked for a code. */
  readonly cookies: BrowserCookie;
  readonly mailsPerAddress: RateLimit;
  readonly mailsPerClient: RateLimit;
  /** Asking for codes, from one client address. */
  readonly asking: RateLimit;
}
