/** A browser as far as the service can tell: it keeps cookies, and says what it is and where it comes from. */
export interface PlainBrowser {
  readonly fetch: typeof fetch;
  cookie(name: string): string | undefined;
}

/** `from` is believed where the service trusts 127.0.0.1 as a proxy. */
export function plainBrowser({ userAgent, from }: { userAgent: string; from: string }): PlainBrowser {
  const cookies = new Map<string, string>();
  const browse: typeof fetch = async (input, init = {}) => {
    const headers = new Headers(init.headers);
    headers.set('user-agent', userAgent);
    headers.set('x-forwarded-for', from);
    if (cookies.size > 0) headers.set('cookie', [...cookies].map((pair) => pair.join('=')).join('; '));
    const answer = await fetch(input, { ...init, headers });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=;]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    return answer;
  };
  return { fetch: browse, cookie: (name) => cookies.get(name) };
}
