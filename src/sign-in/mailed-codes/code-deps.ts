import type { RateLimit } from '../../platform/counters/sliding-window.ts';
import type { BrowserCookie } from '../../platform/http/browser-cookie.ts';

/** What this way to sign in needs besides `SignInDeps`. */
export interface CodeDeps {
  /** Tells the browser that asked for a code. */
  readonly cookies: BrowserCookie;
  readonly mailsPerAddress: RateLimit;
  readonly mailsPerClient: RateLimit;
  /** Asking for codes, from one client address. */
  readonly asking: RateLimit;
}
