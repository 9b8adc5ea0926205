/** A browser as the service sees it: cookies, user agent and address. */
export interface PlainBrowser {
  readonly fetch: typeof fetch;
  cookie(name: string): string | undefined;
}

/** `from` is trusted when the service has 127.0.0.1 as trusted proxy. */
export function plainBrowser({ userAgent, from }: { userAgent: string; from: string }): PlainBrowser {
  const cookies = new Map<string, string>();
  const browse: typeof fetch = async (input, init) => {
    const request = new Request(input, init);
    const { headers } = request;
    headers.set('user-agent', userAgent);
    headers.set('x-forwarded-for', from);
    if (cookies.size > 0) headers.set('cookie', [...cookies].map((pair) => pair.join('=')).join('; '));
    const answer = await fetch(request);
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=;]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    return answer;
  };
  return { fetch: browse, cookie: (name) => cookies.get(name) };
}
