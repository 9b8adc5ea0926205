// engine: browser
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Page } from 'playwright-core';
import { GOOGLE_CLIENT, type GoogleIssuer, startGoogleIssuer } from '../support/google-issuer.ts';
import { ALIKE_SIZES, type Size } from './layouts.ts';
import { openPagesFixture, type PagesFixture, signInAsAdmin } from './pages-fixture.ts';

const ASKED_AT = 'https://accounts.google.com/**';

for (const size of ALIKE_SIZES) {
  test(`Google on a ${size}: refused, linked on the own page, then signs in`, { timeout: 120_000 }, (t) =>
    comeInByGoogle(t, size),
  );
}

async function comeInByGoogle(t: TestContext, size: Size): Promise<void> {
  const issuer = await startGoogleIssuer(t);
  const fixture = await openPagesFixture(t, size, issuer.env);
  const page = await fixture.visit('/login');
  const said = await standInForGoogle(page, issuer);
  await page.getByRole('button', { name: 'Nastavi s Googleom' }).waitFor();
  await fixture.inspect(page, 'login-google');
  await page.getByRole('button', { name: 'Nastavi s Googleom' }).click();
  await page.getByRole('link', { name: 'Odustani' }).click();
  await page.getByText('Odustali ste od prijave Googleovim računom.').waitFor();
  await goThroughGoogle(page, 'Nastavi s Googleom');
  await page.getByText('nije povezan ni s jednim računom').waitFor();
  assert.equal(new URL(page.url()).hash, '', 'the token is no longer in the URL');
  await fixture.inspect(page, 'login-google-unlinked');
  await linkOnOwnPage(fixture, page);
  await page.getByRole('button', { name: /Izbornik računa/ }).click();
  await page.getByRole('menuitem', { name: 'Odjava', exact: true }).click();
  await page.waitForURL('**/login');
  await goThroughGoogle(page, 'Nastavi s Googleom');
  await page.waitForURL((address) => address.pathname !== '/login');
  await page.getByRole('button', { name: /Izbornik računa/ }).waitFor();
  await page.goto(`${fixture.origin}/profil?tab=sigurnost`);
  await page.getByRole('button', { name: 'Ukloni vezu' }).click();
  await page.getByText('Veza s Googleovim računom je uklonjena.').waitFor();
  await page.getByRole('button', { name: 'Poveži Googleov račun' }).waitFor();
  assert.equal(new Set(said.map(({ nonce }) => nonce)).size, said.length, 'a nonce is used once');
  await refuseForeignAnswers(fixture, said);
}

interface Asked {
  readonly state: string;
  readonly nonce: string;
}

/** A stand-in for Google's page: checks the client and redirects back with a token for the nonce. */
async function standInForGoogle(page: Page, issuer: GoogleIssuer): Promise<Asked[]> {
  const said: Asked[] = [];
  await page.context().route(ASKED_AT, async (route) => {
    const asked = new URL(route.request().url()).searchParams;
    const [state = '', nonce = '', back = ''] = ['state', 'nonce', 'redirect_uri'].map((name) => asked.get(name) ?? '');
    const fixed = ['client_id', 'response_type', 'response_mode', 'scope'].map((name) => asked.get(name));
    assert.deepEqual(fixed, [GOOGLE_CLIENT, 'id_token', 'fragment', 'openid email profile']);
    said.push({ state, nonce });
    const token = await issuer.token(Date, { nonce, email: 'glavni@gmail.com' });
    const yes = `${back}#${new URLSearchParams({ state, id_token: token })}`.replaceAll('&', '&amp;');
    const no = `${back}#${new URLSearchParams({ state, error: 'access_denied' })}`.replaceAll('&', '&amp;');
    const body = `<!doctype html><title>Google</title><a href="${yes}">Nastavi</a> <a href="${no}">Odustani</a>`;
    await route.fulfill({ contentType: 'text/html', body });
  });
  return said;
}

async function goThroughGoogle(page: Page, button: string): Promise<void> {
  await page.getByRole('button', { name: button }).click();
  await page.getByRole('link', { name: 'Nastavi' }).click();
}

async function linkOnOwnPage(fixture: PagesFixture, page: Page): Promise<void> {
  await signInAsAdmin(page);
  await page.getByRole('button', { name: /Izbornik računa/ }).waitFor();
  await page.goto(`${fixture.origin}/profil?tab=sigurnost`);
  await goThroughGoogle(page, 'Poveži Googleov račun');
  await page.getByText('Googleov je račun povezan.').waitFor();
  await page.getByText('glavni@gmail.com').waitFor();
  const { pathname, search, hash } = new URL(page.url());
  assert.deepEqual([pathname, search, hash], ['/profil', '?tab=sigurnost', '']);
  await fixture.inspect(page, 'own-google-linked');
}

/** A response that this browser did not request, and one already used: neither is even sent to the service. */
async function refuseForeignAnswers(fixture: PagesFixture, said: readonly Asked[]): Promise<void> {
  const stranger = await fixture.visit('about:blank');
  const sent: string[] = [];
  stranger.on('request', (request) => void sent.push(new URL(request.url()).pathname));
  await stranger.goto(
    `${fixture.origin}/login#${new URLSearchParams({ state: said[0]?.state ?? '', id_token: 'a.b.c' })}`,
  );
  await stranger.getByText('Prijava Googleovim računom nije uspjela.').waitFor();
  assert.ok(!sent.includes('/api/auth/google'));
  assert.equal(new URL(stranger.url()).hash, '');
}
