import { ApiError, errorOf, NoAnswerError, type SignOutReason } from './api-error.ts';
import type { Answer, Args, Route } from './route-types.ts';
import { type Locks, sessionKeeper } from './session-keeper.ts';
import { memoryStorage, type SessionStorage } from './stored-session.ts';

type Call<As = 'json'> = <R extends Route>(
  route: R,
  ...args: Args<R>
) => Promise<As extends 'json' ? ([Answer<R>] extends [never] ? void : Answer<R>) : As>;
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

  const calling = (through: Fetch, read: (answer: Response) => unknown) =>
    (async (route: Route, ...args: unknown[]) => {
      const [method = '', path = ''] = route.split(' ');
      const address = path.replace(/\{\w+\}/g, () => encodeURIComponent(String(args.shift())));
      const [query, body, signal] = method === 'GET' ? [args[0], undefined, args[1]] : [args[1], args[0], undefined];
      const search = querySerializer((query ?? {}) as object); // what the type of the call says
      const init = { method, ...encoded(body), signal: (signal ?? null) as AbortSignal | null }; // likewise
      return read(await through(new Request(`${baseUrl}${address}${search && `?${search}`}`, init)));
    }) as unknown;
  const through = (session: Fetch) => ({
    /** Any route: `call('GET /api/admin/users/{id}', 7)`. What `Args` of its type names follows: path, query or body, in this order. */
    call: calling(session, jsonOf) as Call,
    /** The same for an answer that is a file. */
    file: calling(session, (answer) => answer.blob()) as Call<Blob>,
    stream: calling(session, ({ body }) => body) as Call<ReadableStream<Uint8Array>>,
  });
  /** Without a token, for public routes. */
  const open = through(anonymously);
  const keeper = sessionKeeper({
    storage,
    now,
    locks: options.locks,
    onSignedOut,
    refresh: (refresh_token) => open.call('POST /api/auth/refresh', { refresh_token }),
  });
  return {
    keeper,
    storage,
    locks: options.locks,
    /** With the access token, refreshed first if necessary. */
    ...through(signedIn),
    open,
    /** With a token when signed in, without one otherwise: for routes that show more to signed-in callers. */
    either: through(asWhoever),
  };
}

export type Connection = ReturnType<typeof connect>;

/** Only these mean that nobody is signed in; a mistyped code is a 401 too. */
const isRefusedByGate = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status === 401 && error.code.startsWith('auth.');

/** As JSON, or as a form where there is a file. */
function encoded(body: unknown): Pick<RequestInit, 'body' | 'headers'> {
  if (body === undefined) return {};
  const members = Object.entries(body as object); // what the type of the call says
  if (!members.some(([, value]) => value instanceof Blob))
    return { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
  const form = new FormData();
  for (const [name, value] of members)
    if (value !== undefined) form.append(name, value instanceof Blob ? value : String(value));
  return { body: form };
}

async function jsonOf(answer: Response): Promise<unknown> {
  const text = await answer.text();
  return text === '' ? undefined : JSON.parse(text);
}

/** Undefined and empty members are left out. */
const querySerializer = (query: object): string =>
  new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) =>
      value === undefined || value === '' ? [] : [[name, String(value)]],
    ),
  ).toString();
