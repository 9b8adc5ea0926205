import { ApiError, noAnswer } from './api-error.ts';

export interface ServiceTokenOptions {
  /** Origin of the service that issues the tokens. */
  readonly baseUrl: string;
  /** The id of the registered service. */
  readonly clientId: string;
  readonly clientSecret: string;
  /** Some of its scopes; all of them by default. */
  readonly scopes?: readonly string[];
  readonly fetch?: typeof fetch;
  readonly now?: () => number;
}

export interface ServiceTokenKeeper {
  /** A token valid for at least half a minute; a new one is requested only when the last is about to expire. @throws ApiError, NoAnswerError */
  token(): Promise<string>;
  /** After a 401: the next call requests a new token. */
  forget(token: string): void;
}

/** A token that expires within this time, in milliseconds, is not used any more. */
const MARGIN = 30_000;

/** Client credentials (RFC 6749 §4.4): one request at a time, however many callers wait for it. */
export function serviceTokenKeeper(options: ServiceTokenOptions): ServiceTokenKeeper {
  const { now = Date.now } = options;
  let kept: { readonly token: string; readonly until: number } | undefined;
  let asking: Promise<string> | undefined;
  const ask = async () => {
    const { access_token, expires_in } = await requestToken(options);
    kept = { token: access_token, until: now() + expires_in * 1000 - MARGIN };
    return access_token;
  };
  return {
    token: async () => {
      if (kept !== undefined && now() < kept.until) return kept.token;
      asking ??= ask().finally(() => {
        asking = undefined;
      });
      return asking;
    },
    forget: (token) => {
      if (kept?.token === token) kept = undefined;
    },
  };
}

async function requestToken(options: ServiceTokenOptions): Promise<{ access_token: string; expires_in: number }> {
  const { baseUrl, clientId, clientSecret, scopes, fetch: fetchFrom = fetch } = options;
  const credentials = [clientId, clientSecret].map(encodeURIComponent).join(':'); // RFC 6749 §2.3.1
  const fields = { grant_type: 'client_credentials', ...(scopes ? { scope: scopes.join(' ') } : {}) };
  const response = await fetchFrom(`${baseUrl}/oidc/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(credentials)}`, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields).toString(),
  }).catch(noAnswer);
  if (response.ok) return (await response.json()) as { access_token: string; expires_in: number };
  throw await refusal(response);
}

/** The protocol's errors have members of their own (RFC 6749 §5.2). */
async function refusal(response: Response): Promise<ApiError> {
  const body = (await response.json().catch(() => ({}))) as {
    error?: string;
    error_description?: string;
    code?: string;
  };
  const { error: code = body.code ?? '', error_description: detail = '' } = body;
  return new ApiError(response.status, { code, detail }, response.headers.get('retry-after'));
}
