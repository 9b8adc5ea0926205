import { ApiError, errorOf, NoAnswerError, type SignOutReason } from './api-error.ts';
import type { Answer, Args, Item, Route } from './route-types.ts';
import { type Locks, sessionKeeper } from './session-keeper.ts';
import { memoryStorage, type SessionStorage } from './stored-session.ts';

type Call<Takes extends keyof Args<Route>, As = 'json'> = <R extends Route>(
  route: R,
) => (...args: Args<R>[Takes]) => Promise<As extends 'json' ? ([Answer<R>] extends [never] ? void : Answer<R>) : As>;
type Fetch = (request: Request) => Promise<Response>;

export interface ConnectionOptions {
  /** Origin of the service; empty on its own pages. */
  readonly baseUrl?: string;
  /** `localStorage` in a browser; in memory by default. */
  readonly storage?: SessionStorage;
  /** `navigator.locks` in a browser, so that only one tab refreshes. */
  readonly locks?: Locks | undefined;
  /** Called after the stored session is cleared. A page goes to `/login?reason=…` (`loginPathFor`). */
  readonly onSignedOut?: (reason: SignOutReason) => void;
  /** Re-authenticates the person with `reauthenticate`, after which the call is repeated. If it throws, so does the call. */
  readonly onReauthRequired?: () => Promise<void>;
  readonly fetch?: typeof fetch;
  readonly now?: () => number;
}

/** The calls of one session. @throws ApiError, NoAnswerError, and SignedOutError from those with a token */
export function connect(options: ConnectionOptions) {
  const { baseUrl = '', storage = memoryStorage(), now = Date.now, onSignedOut = () => {}, onReauthRequired } = options;
  const send = async (request: Request, token?: string): Promise<Response> => {
    const sent = request.clone(); // it may have to be sent again
    if (token !== undefined) sent.headers.set('authorization', `Bearer ${token}`);
    const answer = await (options.fetch ?? fetch)(sent).catch((error: unknown) => {
      throw request.signal.aborted ? error : new NoAnswerError(error);
    });
    if (!answer.ok) throw await errorOf(answer);
    return answer;
  };
  const anonymously: Fetch = (request) => send(request);
  const withToken: Fetch = async (request) => {
    const token = await keeper.accessToken();
    return send(request, token).catch(async (error: unknown) => {
      if (!isRefusedByGate(error)) throw error;
      // Refreshes an expired token. A revoked one ends the session, unless another tab has stored a new one.
      if (error.code !== 'auth.expired' && keeper.currentAccess() === token) throw keeper.end('unauthorized');
      return send(request, await keeper.accessToken(token)).catch((again: unknown) => {
        throw isRefusedByGate(again) ? keeper.end('unauthorized') : again;
      });
    });
  };
  const signedIn: Fetch = (request) =>
    withToken(request).catch(async (error: unknown) => {
      const isAsked = error instanceof ApiError && error.code === 'reauth.required';
      if (onReauthRequired === undefined || !isAsked) throw error;
      await onReauthRequired();
      return withToken(request);
    });
  const asWhoever: Fetch = (request) => (keeper.holdsSignIn() ? signedIn : anonymously)(request);

  // A call takes what it says and no more: it may be handed to whoever passes something of their own behind that.
  const making = (through: Fetch, takes: readonly ('query' | 'signal' | 'body')[], parseAs = 'json') =>
    ((route: Route) =>
      async (...args: unknown[]) => {
        const [method = '', path = ''] = route.split(' ');
        const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
        const inPath = Object.fromEntries(names.map((name, at) => [name, args[at]]));
        const { query, body, signal } = Object.fromEntries(takes.map((name, at) => [name, args[names.length + at]]));
        const search = querySerializer((query ?? {}) as object); // what the type of the call says
        const address = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(inPath[name])));
        const json = body === undefined || body instanceof FormData ? undefined : JSON.stringify(body);
        const answer = await through(
          new Request(`${baseUrl}${address}${search && `?${search}`}`, {
            method,
            headers: json === undefined ? {} : { 'content-type': 'application/json' },
            body: json ?? (body instanceof FormData ? body : null),
            signal: signal instanceof AbortSignal ? signal : null,
          }),
        );
        if (parseAs === 'blob') return answer.blob();
        if (parseAs === 'stream') return answer.body;
        const text = await answer.text();
        return text === '' ? undefined : JSON.parse(text);
      }) as unknown;
  const through = (session: Fetch) => ({
    /** Of a route that takes nothing but what is in its path. */
    call: making(session, []) as Call<'path'>,
    ask: making(session, ['query', 'signal']) as Call<'query'>,
    send: making(session, ['body']) as Call<'body'>,
    sendAsking: making(session, ['body', 'query']) as Call<'both'>,
    file: making(session, ['query', 'signal'], 'blob') as Call<'query', Blob>,
    stream: making(session, ['query', 'signal'], 'stream') as Call<'query', ReadableStream<Uint8Array>>,
  });
  const withSession = through(signedIn);
  /** Without a token, for public routes. */
  const open = through(anonymously);
  const keeper = sessionKeeper({
    storage,
    now,
    locks: options.locks,
    onSignedOut,
    refresh: (refresh_token) => open.send('POST /api/auth/refresh')({ refresh_token }),
  });
  return {
    keeper,
    storage,
    locks: options.locks,
    /** For `openapi-fetch`, which only `createClient` needs: the sign-in page is to stay small. */
    fetch: asWhoever,
    /** With the access token, refreshed first if necessary. */
    ...withSession,
    /** The list alone. */
    items:
      <R extends Route>(route: R) =>
      async (...args: Args<R>['path']) =>
        ((await withSession.call(route)(...args)) as { items: Item<R>[] }).items, // Item
    open,
    /** With a token when signed in, without one otherwise: for routes that show more to signed-in callers. */
    either: through(asWhoever),
  };
}

export type Connection = ReturnType<typeof connect>;

/** Only these mean that nobody is signed in; a mistyped code is a 401 too. */
const isRefusedByGate = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status === 401 && error.code.startsWith('auth.');

/** Undefined and empty members are left out. */
export const querySerializer = (query: object): string =>
  new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) =>
      value === undefined || value === '' ? [] : [[name, String(value)]],
    ),
  ).toString();
