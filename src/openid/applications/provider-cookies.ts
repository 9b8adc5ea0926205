const COOKIE = { signed: true, httpOnly: true, overwrite: true, sameSite: 'lax' } as const;

/**
 * The session's cookie comes with every request of this host, so that signing in can end what it holds; `__Host-` keeps other hosts
 * of the domain from planting one (RFC 6265bis §4.1.3.2). The other two lead to one path each, where that prefix is not allowed.
 * Browsers accept either prefix over https only.
 */
export function providerCookies(publicUrl: string) {
  const isHttps = publicUrl.startsWith('https:');
  const [host, secure] = isHttps ? ['__Host-', '__Secure-'] : ['', ''];
  return {
    names: {
      session: `${host}iskaznica_oidc`,
      interaction: `${secure}iskaznica_oidc_step`,
      resume: `${secure}iskaznica_oidc_resume`,
    },
    long: { ...COOKIE, secure: isHttps, path: '/' },
    short: { ...COOKIE, secure: isHttps },
  };
}
