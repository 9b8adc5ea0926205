import { type Answer, type Call, PASSWORD, type TestService } from './test-service.ts';

/** One browser at one address, which keeps its cookies whoever uses it. */
export interface TestBrowser {
  call(target: string, call?: Call): Promise<Answer>;
  signIn(email: string, password?: string): Promise<Answer>;
  cookie(name: string): string | undefined;
}

interface Look {
  readonly agent: string;
  readonly from: string;
  /** True by default. */
  readonly keepsCookies?: boolean;
}

export function testBrowser(service: TestService, { agent, from, keepsCookies = true }: Look): TestBrowser {
  const cookies = new Map<string, string>();
  const call: TestBrowser['call'] = async (target, { headers, ...rest } = {}) => {
    const sent = [...cookies].map((pair) => pair.join('=')).join('; ');
    const answer = await service.call(target, {
      from,
      ...rest,
      headers: { 'user-agent': agent, ...(sent === '' ? {} : { cookie: sent }), ...headers },
    });
    for (const line of [answer.headers['set-cookie'] ?? []].flat()) {
      const [, name = '', value = ''] = /^([^=;]+)=([^;]*)/.exec(String(line)) ?? [];
      if (keepsCookies) cookies.set(name, value);
    }
    return answer;
  };
  return {
    call,
    signIn: (email, password = PASSWORD) => call('POST /api/auth/login', { body: { email, password } }),
    cookie: (name) => cookies.get(name),
  };
}
