import { OIDC_CLIENT, OIDC_SECRET, type OidcIssuer } from './oidc-issuer.ts';
import type { Answer, TestService } from './test-service.ts';

/** A browser that keeps its cookies and does not follow redirects. */
export interface OidcBrowser {
  call: TestService['call'];
  /** Leaves for a provider; returns where it is sent. */
  leave(key?: string, goal?: 'link'): Promise<string>;
  /** Comes back to us at that address; returns the fragment of the sign-in page. */
  comeBack(address: string): Promise<URLSearchParams>;
  /** Leaves, agrees, and comes back. */
  travel(goal?: 'link'): Promise<URLSearchParams>;
  /** All of it, and signs in with the ticket. */
  enter(): Promise<Answer>;
}

export function oidcBrowser(service: TestService, issuer: OidcIssuer): OidcBrowser {
  const cookies = new Map<string, string>();
  const call: TestService['call'] = async (target, { headers, ...rest } = {}) => {
    const cookie = [...cookies].map((pair) => pair.join('=')).join('; ');
    const answer = await service.call(target, { ...rest, headers: { ...headers, ...(cookie ? { cookie } : {}) } });
    for (const line of [answer.headers['set-cookie'] ?? []].flat()) {
      const [, name = '', value = ''] = /^([^=;]+)=([^;]*)/.exec(String(line)) ?? [];
      cookies.set(name, value);
    }
    return answer;
  };
  const browser: OidcBrowser = {
    call,
    leave: async (key = 'klub', goal) => {
      const answer = await call(`GET /login/with/${key}${goal ? `?for=${goal}` : ''}`);
      if (answer.status !== 302) throw new Error(`Not sent anywhere: ${answer.status} ${answer.text}`);
      return String(answer.headers.location);
    },
    comeBack: async (address) => {
      const { pathname, search } = new URL(address);
      const answer = await call(`GET ${pathname}${search}`);
      if (answer.status !== 302) throw new Error(`Not sent anywhere: ${answer.status} ${answer.text}`);
      return new URLSearchParams(new URL(String(answer.headers.location)).hash.slice(1));
    },
    travel: async (goal) => browser.comeBack(issuer.agree(await browser.leave('klub', goal))),
    enter: async () => {
      const told = await browser.travel();
      const ticket = told.get('ticket');
      if (ticket === null) throw new Error(`No ticket: ${told}`);
      return call('POST /api/auth/login', { body: { ticket } });
    },
  };
  return browser;
}

/** The body with which a superadmin adds it. */
export const providerBody = ({ issuer }: Pick<OidcIssuer, 'issuer'>, more: object = {}) => ({
  key: 'klub',
  name: 'Klub Zagreb',
  issuer,
  client_id: OIDC_CLIENT,
  client_secret: OIDC_SECRET,
  ...more,
});
