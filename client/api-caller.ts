import { ApiError, errorOf, NoAnswerError } from './api-error.ts';
import type { SessionKeeper } from './session-keeper.ts';

export interface CallOptions {
  readonly body?: unknown;
  /** Undefined and empty members are left out. */
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  /** `blob` resolves with the whole file, `stream` as it arrives; the default is JSON. */
  readonly as?: 'blob' | 'stream';
  readonly form?: FormData;
  readonly signal?: AbortSignal;
}

export interface ApiCaller {
  /** Without a token, for public routes. `target` is `METHOD /path`. */
  anonymously<Answer>(target: string, options?: CallOptions): Promise<Answer>;
  /** With the access token of the signed-in user, refreshed first if necessary. */
  signedIn<Answer>(target: string, options?: CallOptions): Promise<Answer>;
  /** With a token when signed in, without one otherwise: for routes that show more to signed-in callers. */
  asWhoever<Answer>(target: string, options?: CallOptions): Promise<Answer>;
}

/** Asks the person to re-authenticate with `reauthenticate`, after which the call is repeated. If this throws, so does the call. */
export type OnReauthRequired = () => Promise<void>;

/** @throws ApiError, NoAnswerError, and SignedOutError from `signedIn` */
export function apiCaller(
  baseUrl: string,
  fetchFrom: typeof fetch,
  keeper: SessionKeeper,
  onReauthRequired?: OnReauthRequired,
): ApiCaller {
  const send = async (target: string, options: CallOptions, token?: string): Promise<Response> => {
    const [method = 'GET', path = ''] = target.split(' ');
    const init = requestOf(method, options, token);
    return fetchFrom(`${baseUrl}${path}${queryOf(options.query)}`, init).catch((error: unknown) => {
      throw options.signal?.aborted ? error : new NoAnswerError(error);
    });
  };
  const ask = async (target: string, options: CallOptions, token?: string) =>
    bodyOf(await send(target, options, token), options.as);
  const anonymously: ApiCaller['anonymously'] = async <Answer>(target: string, options: CallOptions = {}) =>
    (await ask(target, options)) as Answer; // the service's answers match its schema
  const askSignedIn = async (target: string, options: CallOptions) => {
    const token = await keeper.accessToken();
    return ask(target, options, token).catch(async (error: unknown) => {
      if (!isRefusedByGate(error)) throw error;
      const renewed = await keeper.accessToken(renewable(error, token, keeper));
      return ask(target, options, renewed).catch((again: unknown) => {
        throw isRefusedByGate(again) ? keeper.end('unauthorized') : again;
      });
    });
  };
  const signedIn: ApiCaller['signedIn'] = async <Answer>(target: string, options: CallOptions = {}) =>
    askSignedIn(target, options).catch(async (error: unknown) => {
      if (onReauthRequired === undefined || !isReauthRequired(error)) throw error;
      await onReauthRequired();
      return askSignedIn(target, options);
    }) as Promise<Answer>; // as above
  return {
    anonymously,
    signedIn,
    asWhoever: (target, options) => (keeper.holdsSignIn() ? signedIn(target, options) : anonymously(target, options)),
  };
}

/** Only these mean that nobody is signed in; a mistyped code is a 401 too. */
const isRefusedByGate = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status === 401 && error.code.startsWith('auth.');

const isReauthRequired = (error: unknown): boolean => error instanceof ApiError && error.code === 'reauth.required';

/** Refreshes an expired token. A revoked one ends the session, unless another tab has stored a new one. */
function renewable(refusal: ApiError, token: string, keeper: SessionKeeper): string {
  if (refusal.code === 'auth.expired' || keeper.currentAccess() !== token) return token;
  throw keeper.end('unauthorized');
}

function requestOf(method: string, { body, form, signal }: CallOptions, token?: string): RequestInit {
  const json = form === undefined && body !== undefined;
  return {
    method,
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(json ? { 'content-type': 'application/json' } : {}),
    },
    ...(form ? { body: form } : json ? { body: JSON.stringify(body) } : {}),
    ...(signal ? { signal } : {}),
  };
}

function queryOf(query: CallOptions['query'] = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return text === '' ? '' : `?${text}`;
}

async function bodyOf(answer: Response, as: CallOptions['as']): Promise<unknown> {
  if (!answer.ok) throw await errorOf(answer);
  if (as === 'blob') return answer.blob();
  if (as === 'stream') return answer.body ?? new Blob().stream();
  const text = await answer.text();
  return text === '' ? undefined : JSON.parse(text);
}
