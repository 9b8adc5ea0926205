import assert from 'node:assert/strict';
import { request } from 'node:http';
import { buffer } from 'node:stream/consumers';

/** A browser that keeps cookies by origin and path, and follows redirects. */
export class Walker {
  readonly #cookies = new Map<string, { host: string; path: string; pair: string }>();

  async go(address: string, init: RequestInit = {}): Promise<{ url: URL; answer: Response }> {
    let [url, next] = [new URL(address), init];
    for (let hops = 0; hops < 20; hops++) {
      const answer = await this.send(url, next);
      const location = answer.headers.get('location');
      if (location === null) return { url, answer };
      [url, next] = [new URL(location, url), {}];
      if (url.pathname === '/prijava-u-aplikaciju') return { url, answer };
    }
    throw new Error('Too many redirects');
  }

  async send(url: URL, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers({ accept: 'text/html', ...Object.fromEntries(new Headers(init.headers)) });
    const own = [...this.#cookies.values()].filter(
      ({ host, path }) => host === url.host && url.pathname.startsWith(path),
    );
    if (own.length > 0) headers.set('cookie', own.map(({ pair }) => pair).join('; '));
    const answer = await visit(url, init.method ?? 'GET', headers, init.body);
    for (const line of answer.headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split(/; */);
      const [name = '', value = ''] = pair.split(/=(.*)/s);
      const path = attributes.find((one) => /^path=/i.test(one))?.slice(5) ?? '/';
      const key = `${name} ${url.host} ${path}`;
      const isGone = value === '' || attributes.some((one) => /^(expires=thu, 01 jan 1970|max-age=0)/i.test(one));
      if (isGone) this.#cookies.delete(key);
      else this.#cookies.set(key, { host: url.host, path, pair });
    }
    return answer;
  }

  /** Does what the accounts service's page does; returns where the person is sent. */
  async enter(page: URL, token: string): Promise<{ url: URL; answer: Response }> {
    const interaction = new URL(`/oidc/interaction/${page.searchParams.get('uid')}`, page);
    const { shown } = (await (await this.send(new URL(`${interaction.href}/details`))).json()) as { shown: string };
    const decided = await this.send(interaction, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ consent: true, shown }),
    });
    const { state, redirect_to } = (await decided.json()) as { state: string; redirect_to: string };
    assert.equal(state, 'done');
    return this.go(redirect_to);
  }

  /** Answers the question whether to sign out of everything with yes. */
  async confirmSignOut({ url, answer }: { url: URL; answer: Response }): Promise<{ url: URL; answer: Response }> {
    const html = await answer.text();
    const [, xsrf = ''] = /name="xsrf" value="([^"]+)"/.exec(html) ?? [];
    assert.notEqual(xsrf, '', html);
    return this.go(new URL('/oidc/logout/confirm', url).href, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ xsrf, logout: 'yes' }).toString(),
    });
  }
}

/** Not by `fetch`, which says that it is a script: servers send scripts no redirect to a sign-in. */
async function visit(url: URL, method: string, headers: Headers, body: RequestInit['body']): Promise<Response> {
  const { promise, resolve, reject } = Promise.withResolvers<Response>();
  const asked = request(url, { method, headers: Object.fromEntries(headers) }, async (answer) => {
    const pairs = Object.entries(answer.headersDistinct).flatMap(([name, values = []]) =>
      values.map((value): [string, string] => [name, value]),
    );
    resolve(new Response(await buffer(answer), { status: answer.statusCode ?? 0, headers: pairs }));
  });
  asked.on('error', reject);
  asked.end(body?.toString());
  return promise;
}
