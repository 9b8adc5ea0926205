import { PAGE_PATHS } from '../routing/pages.ts';

/**
 * Sign-in with Google without any of its scripts: the browser goes there and returns with an ID token in the fragment of
 * the sign-in page (OpenID Connect Core §3.2), which no server and no referrer sees. A static page cannot receive a POST.
 */
const ASKED_AT = 'https://accounts.google.com/o/oauth2/v2/auth';
const ASKED = 'iskaznica_google';

export type GooglePurpose = 'sign-in' | 'link';

interface Question {
  readonly state: string;
  readonly nonce: string;
  readonly purpose: GooglePurpose;
}

export type GoogleReturn = { readonly purpose: GooglePurpose } & (
  | { readonly proof: { readonly credential: string; readonly nonce: string } }
  | { readonly problem: 'cancelled' | 'failed' }
);

/** The state tells a response to our own request from a forged one; the nonce binds the token to it. */
export function leaveForGoogle(clientId: string, purpose: GooglePurpose): void {
  const question: Question = { state: random(), nonce: random(), purpose };
  sessionStorage.setItem(ASKED, JSON.stringify(question));
  const asked = new URLSearchParams({
    client_id: clientId,
    redirect_uri: location.origin + PAGE_PATHS.login,
    response_type: 'id_token',
    response_mode: 'fragment',
    scope: 'openid email profile',
    state: question.state,
    nonce: question.nonce,
    prompt: 'select_account',
  });
  location.assign(`${ASKED_AT}?${asked}`);
}

const random = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(24)), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Removed from the URL as soon as this module loads, before the router reads the URL. */
let returned = takeReturn();

function takeReturn(): GoogleReturn | undefined {
  if (location.pathname !== PAGE_PATHS.login) return undefined;
  const said = new URLSearchParams(location.hash.slice(1));
  if (!said.has('id_token') && !said.has('state')) return undefined;
  history.replaceState(null, '', location.pathname + location.search);
  const asked = readQuestion(sessionStorage.getItem(ASKED));
  sessionStorage.removeItem(ASKED);
  if (asked === undefined || said.get('state') !== asked.state) return { purpose: 'sign-in', problem: 'failed' };
  const { purpose, nonce } = asked;
  const credential = said.get('id_token');
  if (credential) return { purpose, proof: { credential, nonce } };
  return { purpose, problem: said.get('error') === 'access_denied' ? 'cancelled' : 'failed' };
}

function readQuestion(kept: string | null): Question | undefined {
  try {
    return (JSON.parse(kept ?? 'null') as Question | null) ?? undefined;
  } catch {
    return undefined; // not written by us
  }
}

/** Google's response, handed out once and only for the given purpose. */
export function googleReturnFor(purpose: GooglePurpose): GoogleReturn | undefined {
  if (returned?.purpose !== purpose) return undefined;
  const mine = returned;
  returned = undefined;
  return mine;
}

/** Whether Google's response is one that the user's own page waits for. */
export const returnsToOwnPage = (): boolean => returned?.purpose === 'link';
