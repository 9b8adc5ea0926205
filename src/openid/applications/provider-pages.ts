import { hash } from 'node:crypto';
import type { KoaContextWithOIDC } from 'oidc-provider';
import { isHarmlessHost } from './redirect-address.ts';

/**
 * The protocol's few pages. They work without scripts, for anybody who arrives from elsewhere, and are in Croatian with English
 * below.
 */
const STYLE = `
:root { color-scheme: light dark; --ink: #1b1f24; --paper: #f6f5f3; --card: #fff; --line: #d9d6d1; --blue: #0b4f8a; --on-blue: #fff; --quiet: #5a5f66 }
@media (prefers-color-scheme: dark) { :root { --ink: #eceae6; --paper: #16181b; --card: #1f2226; --line: #3a3e44; --blue: #8cc1f0; --on-blue: #10233a; --quiet: #a9adb3 } }
* { box-sizing: border-box }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 16px; background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, sans-serif }
main { width: 100%; max-width: 420px; padding: 32px 24px; background: var(--card); border: 1px solid var(--line); border-radius: 8px }
h1 { margin: 0 0 8px; font-size: 22px; line-height: 1.3 }
p { margin: 0 0 16px; overflow-wrap: anywhere }
p[lang=en], small { color: var(--quiet); font-size: 14px }
div { display: flex; flex-wrap: wrap; gap: 8px; margin: 24px 0 16px }
button { flex: 1 1 160px; min-height: 44px; padding: 8px 16px; border: 1px solid var(--blue); border-radius: 8px; background: var(--blue); color: var(--on-blue); font: inherit; font-weight: 600; cursor: pointer }
button.other { background: transparent; color: var(--blue) }
a { color: var(--blue) }
a:focus-visible, button:focus-visible { outline: 2px solid var(--blue); outline-offset: 2px }
`;

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? '');

/** For pages that the library generates itself; it adds the digest of its one script, which submits the form. */
export const LIBRARY_POLICY = "default-src 'none'; script-src 'none'; base-uri 'none'; frame-ancestors 'none'";

const policyOf = (formsTo: readonly string[]): string =>
  [
    "default-src 'none'",
    `style-src 'sha256-${hash('sha256', STYLE, 'base64')}'`,
    `form-action ${["'self'", ...formsTo].join(' ')}`, // applies to redirects after submitting too
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

const PROFILE = '/profil';

interface Page {
  readonly title: string;
  readonly body: string;
  readonly formsTo?: readonly string[];
}

function send(ctx: KoaContextWithOIDC, { title, body, formsTo = [] }: Page): void {
  ctx.type = 'html';
  ctx.set('content-security-policy', policyOf(formsTo));
  ctx.body = `<!doctype html>
<html lang="hr"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title><style>${STYLE}</style></head>
<body><main><h1>${title}</h1>${body}</main></body></html>`;
}

/** `form` is the library's, with its protection against cross-site requests. */
export function showSignOut(ctx: KoaContextWithOIDC, form: string): void {
  const { client, params } = ctx.oidc;
  const name = client?.clientName;
  const back = params?.post_logout_redirect_uri;
  const from = name === undefined ? '' : `Iz aplikacije <b>${escaped(name)}</b> ste odjavljeni. `;
  send(ctx, {
    title: 'Odjaviti se sasvim?',
    body: `<p>${from}Odjavom ovdje odjavljujete se i iz svih drugih aplikacija u koje ste ušli ovom prijavom.</p>
<p lang="en">Signing out here also ends your sign-in in every other application that you entered with it.</p>
${form}<div><button form="op.logoutForm" name="logout" value="yes">Odjavi me</button><button class="other" form="op.logoutForm">Ostani u prijavi</button></div>`,
    formsTo: typeof back === 'string' ? [new URL(back)].filter(isNameable).map(({ origin }) => origin) : [],
  });
}

/** Whether a policy can name its origin: not of a program's own scheme, nor of an address kept from before hosts were checked. */
const isNameable = (url: URL): boolean => url.origin !== 'null' && isHarmlessHost(url);

export const SIGNED_OUT_PAGE = '/logout/success';
/** In the address of that page when a sign-in was ended. */
export const SIGNED_OUT = 'ended=1';

const STAYS: Page = {
  title: 'I dalje ste u prijavi',
  body: '<p>Odjavljeni ste samo iz te aplikacije.</p><p lang="en">You are signed out of that application only.</p>',
};
const OUT: Page = {
  title: 'Odjavljeni ste',
  body: '<p>Ovu stranicu možete zatvoriti.</p><p lang="en">You are signed out and may close this page.</p>',
};
/** No application was entered, but the pages of this service keep a sign-in of their own, which only they can end. */
const NOTHING_ENDED: Page = {
  title: 'Niste prijavljeni ni u jednu aplikaciju',
  body: `<p>Ovom uslugom niste ušli ni u jednu aplikaciju, pa nema prijave koju bi trebalo prekinuti. Ako ste prijavljeni na njezinim stranicama, odjavite se ondje.</p>
<p lang="en">You have entered no application with this service, so there is no sign-in to end. If you are signed in to its own pages, sign out there.</p>
<p><a href="${PROFILE}">Moj profil</a></p>`,
};

export const showSignedOut = (ctx: KoaContextWithOIDC): void =>
  send(ctx, ctx.oidc.client !== undefined ? STAYS : ctx.querystring.includes(SIGNED_OUT) ? OUT : NOTHING_ENDED);

/** The error is for the application's operator; people can only go back. */
export function showFailure(ctx: KoaContextWithOIDC, error: string, description: string | undefined): void {
  send(ctx, {
    title: 'Prijava nije uspjela',
    body: `<p>Aplikacija iz koje dolazite nije ispravno zatražila prijavu, ili je ova prijava istekla. Vratite se u aplikaciju i pokušajte ponovno.</p>
<p lang="en">The application did not ask correctly, or this sign-in has expired. Go back and try again.</p>
<small>${escaped([error, description].filter((text) => text !== undefined).join(': '))}</small>`,
  });
}
