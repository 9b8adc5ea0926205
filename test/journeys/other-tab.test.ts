// engine: browser
import { type TestContext, test } from 'node:test';
import type { Page } from 'playwright-core';
import { openPagesFixture, type PagesFixture, signInAsAdmin } from './pages-fixture.ts';

const REDIRECT = 'http://127.0.0.1:9/povratak';
const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';

/** Signs in in another tab of the same browser. */
async function signInBeside(fixture: PagesFixture, page: Page): Promise<void> {
  const other = await page.context().newPage();
  await other.goto(`${fixture.origin}/login`);
  await signInAsAdmin(other);
  await other.waitForURL((address) => address.pathname !== '/login');
  await other.close();
}

async function registerShop(fixture: PagesFixture): Promise<string> {
  const { access_token: token } = (await fixture.service.signIn('uprava@example.hr', 'mirno more plovi')).body;
  const body = { name: 'Trgovina saveza', kind: 'spa', redirect_uris: [REDIRECT], scopes: ['profile'] };
  return (await fixture.service.call('POST /api/admin/applications', { token, body })).body.id;
}

const journey = (name: string, walk: (fixture: PagesFixture, t: TestContext) => Promise<void>) =>
  test(`signed in in another tab: ${name}`, { timeout: 180_000 }, async (t) =>
    walk(await openPagesFixture(t, 'desktop'), t),
  );

journey('the sign-in page of an application, reloaded, leads on to the application', async (fixture) => {
  const params = { client_id: await registerShop(fixture), redirect_uri: REDIRECT, response_type: 'code' };
  const pkce = { scope: 'openid profile', state: 'stanje', code_challenge: CHALLENGE, code_challenge_method: 'S256' };
  const page = await fixture.visit(`/oidc/auth?${new URLSearchParams({ ...params, ...pkce })}`);
  await page.getByRole('heading', { name: 'Prijava u aplikaciju Trgovina saveza' }).waitFor();
  await signInBeside(fixture, page);
  await page.reload();
  await page.getByText('Aplikacija Trgovina saveza želi čitati:').waitFor({ timeout: 15_000 });
});

journey('"Prijavite se" of a page for everybody leads back to it', async (fixture) => {
  const page = await fixture.visit('/dokumenti?kind=rulebook');
  const link = page.getByRole('link', { name: 'Prijavite se' });
  await link.waitFor();
  await signInBeside(fixture, page);
  await link.hover(); // pages are loaded ahead, which must not forget where to go
  await link.click();
  await page.waitForURL(`${fixture.origin}/dokumenti?kind=rulebook`, { timeout: 15_000 });
});

journey('the sign-in page of a device, reloaded, leads back to its code', async (fixture) => {
  const page = await fixture.visit('/uredaj?kod=ABCDEFGH');
  await page.getByLabel('E-adresa').waitFor();
  await signInBeside(fixture, page);
  await page.reload();
  await page.waitForURL(`${fixture.origin}/uredaj?kod=ABCDEFGH`, { timeout: 15_000 });
  await page.getByRole('textbox').first().waitFor();
});

journey('the sign-in page, reloaded, leads to where its visitor was heading', async (fixture) => {
  const heading = '/admin/users?q=ana';
  const page = await fixture.visit(heading);
  await page.getByLabel('E-adresa').waitFor();
  await signInBeside(fixture, page);
  await page.reload();
  await page.waitForURL(`${fixture.origin}${heading}`, { timeout: 15_000 });
  await page.getByRole('heading', { name: 'Ljudi' }).waitFor();
  await page.goto(`${fixture.origin}/login`);
  await page.waitForURL(({ pathname }) => !['/login', '/admin/users'].includes(pathname), { timeout: 15_000 }); // once
});
