import { type Application, isScope } from './application.ts';

/** What a request, a code or a token relies on, as the library stores it. */
export interface ReliesOn {
  readonly scope?: string | undefined;
  /** Only where the answer travels by the browser, which PKCE or a nonce must bind to the request. */
  readonly redirectUri?: string | undefined;
  readonly codeChallenge?: string | undefined;
  readonly nonce?: string | undefined;
}

/** By the parameters of a request. */
export function reliedOnBy(params: Readonly<Record<string, unknown>>): ReliesOn {
  const textOf = (name: string) => (typeof params[name] === 'string' ? params[name] : undefined);
  return {
    scope: textOf('scope'),
    redirectUri: textOf('redirect_uri') ?? '',
    codeChallenge: textOf('code_challenge'),
    nonce: textOf('nonce'),
  };
}

type Registered = Pick<Application, 'kind' | 'redirect_uris' | 'scopes' | 'pkce'>;

/**
 * Whether the application, as it is now, would still be given this. Asked at every step: a request may be half an hour old.
 * Scopes that nobody knows are ignored (OpenID Connect Core §3.1.2.1).
 */
export const isStillAllowed = (application: Registered, { scope = '', redirectUri, ...bound }: ReliesOn): boolean =>
  scope
    .split(' ')
    .filter(isScope)
    .every((one) => application.scopes.includes(one)) &&
  (redirectUri === undefined || (isRegistered(application, redirectUri) && isBound(application, bound)));

const isRegistered = ({ kind, redirect_uris }: Registered, address: string): boolean =>
  redirect_uris.some((registered) => isSameAddress(registered, address, kind === 'native'));

/** Compared as written; a program on a device takes any free port (RFC 8252 §7.3). */
export const isSameAddress = (registered: string, address: string, isNative: boolean): boolean =>
  registered === address || (isNative && withoutPort(registered) === withoutPort(address));

const LOOPBACK = /^(http:\/\/(?:127\.0\.0\.1|\[::1\]|localhost))(?::\d+)?(?=[/?]|$)/;

const withoutPort = (address: string): string => address.replace(LOOPBACK, '$1');

const isBound = ({ pkce }: Registered, { codeChallenge, nonce }: Omit<ReliesOn, 'scope' | 'redirectUri'>): boolean =>
  codeChallenge !== undefined || (pkce === 'optional' && nonce !== undefined);
