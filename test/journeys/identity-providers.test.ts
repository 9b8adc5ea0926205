// engine: browser
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Page } from 'playwright-core';
import { OIDC_CLIENT, OIDC_ENV, OIDC_SECRET, type OidcIssuer, startOidcIssuer } from '../support/oidc-issuer.ts';
import { ALIKE_SIZES, type Size } from './layouts.ts';
import { ADMIN, openPagesFixture, type PagesFixture, signInAsAdmin } from './pages-fixture.ts';

for (const size of ALIKE_SIZES) {
  test(`an issuer on a ${size}: added, tested, linked on the own page, then signs in`, { timeout: 180_000 }, (t) =>
    comeInByIssuer(t, size),
  );
}

async function comeInByIssuer(t: TestContext, size: Size): Promise<void> {
  const issuer = await startOidcIssuer(t, Date);
  standInForIssuer(issuer);
  const fixture = await openPagesFixture(t, size, OIDC_ENV);
  const page = await fixture.visit('/login');
  await signInAsAdmin(page);
  await page.getByRole('button', { name: /Izbornik računa/ }).waitFor();
  await page.goto(`${fixture.origin}/admin/identity-providers`);
  await page.getByText('Ovdje će biti izdavatelji').waitFor();
  await fixture.inspect(page, 'providers-empty');
  await addProvider(fixture, page, issuer);
  await testConnection(fixture, page, issuer);
  await linkOnOwnPage(fixture, page);
  await page.getByRole('button', { name: /Izbornik računa/ }).click();
  await page.getByRole('menuitem', { name: 'Odjava', exact: true }).click();
  await page.waitForURL('**/login');
  await page.getByRole('button', { name: 'Prijava putem Klub Zagreb' }).waitFor();
  await fixture.inspect(page, 'login-provider');
  await goThrough(page, 'Prijava putem Klub Zagreb', 'Odustani');
  await page.getByText('Odustali ste od prijave vanjskim računom.').waitFor();
  await goThrough(page, 'Prijava putem Klub Zagreb', 'Nastavi');
  await page.waitForURL((address) => address.pathname !== '/login');
  await page.getByRole('button', { name: /Izbornik računa/ }).waitFor();
  await page.goto(`${fixture.origin}/profil?tab=sigurnost`);
  await page.getByRole('button', { name: 'Ukloni vezu: Klub Zagreb' }).click();
  await page.getByText('Veza je uklonjena: Klub Zagreb.').waitFor();
  await page.goto(`${fixture.origin}/admin/identity-providers`);
  await page.getByRole('button', { name: 'Ukloni: Klub Zagreb' }).click();
  await page.getByRole('dialog').getByLabel('Za potvrdu upišite: Klub Zagreb').fill('Klub Zagreb');
  await page.getByRole('dialog').getByRole('button', { name: 'Ukloni', exact: true }).click();
  await page.getByText('Uklonjeno: Klub Zagreb.').waitFor();
  await refuseForeignTickets(fixture);
}

/** The issuer's page: agree, or go back. */
function standInForIssuer(issuer: OidcIssuer): void {
  issuer.answerWith('/authorize', (request, response) => {
    const yes = issuer.agree(`${issuer.issuer}${request.url}`);
    const no = new URL(yes);
    no.searchParams.delete('code');
    no.searchParams.set('error', 'access_denied');
    const link = (address: string, text: string) => `<a href="${address.replaceAll('&', '&amp;')}">${text}</a>`;
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(
      `<!doctype html><link rel="icon" href="data:,"><title>Klub</title>${link(yes, 'Nastavi')} ${link(no.href, 'Odustani')}`,
    );
  });
}

async function addProvider(fixture: PagesFixture, page: Page, { issuer }: OidcIssuer): Promise<void> {
  await page.getByRole('button', { name: 'Dodaj izdavatelja' }).first().click();
  const form = page.getByRole('dialog');
  await form.getByRole('button', { name: /^Microsoft 365/ }).click();
  await form.getByLabel('ID direktorija').fill('9f1c');
  assert.equal(await form.getByLabel('Adresa izdavatelja').inputValue(), 'https://login.microsoftonline.com/9f1c/v2.0');
  await form.getByRole('button', { name: 'Odaberi drugo' }).click();
  await fixture.inspect(page, 'providers-choice');
  await form.getByRole('button', { name: /^Drugi izdavatelj/ }).click();
  await form.getByRole('button', { name: 'Dodaj izdavatelja' }).click();
  await form.getByText('Ovo je polje obavezno.').first().waitFor();
  await form.getByLabel('Naziv').fill('Klub Zagreb');
  await form.getByLabel('Oznaka').fill('klub');
  await form.getByText(`${fixture.origin}/login/with/klub/callback`).waitFor();
  await form.getByLabel('Adresa izdavatelja').fill(issuer);
  await form.getByLabel('Identifikator').fill(OIDC_CLIENT);
  await form.getByLabel('Tajna', { exact: false }).first().fill(OIDC_SECRET);
  await form.getByLabel('Poveži račun pri prvoj prijavi').check();
  await form.getByLabel('Domene').fill('klub');
  await form.getByRole('button', { name: 'Dodaj izdavatelja' }).click();
  await form.getByText('Upišite domene kao klub.hr').waitFor();
  await fixture.inspect(page, 'providers-form');
  await form.getByLabel('Domene').fill('klub.hr, savez.hr');
  await form.getByRole('button', { name: 'Dodaj izdavatelja' }).click();
  await page.getByRole('heading', { name: 'Klub Zagreb' }).waitFor();
}

async function testConnection(fixture: PagesFixture, page: Page, issuer: OidcIssuer): Promise<void> {
  await page.getByRole('button', { name: 'Provjeri vezu' }).click();
  await page.getByText('Veza radi.').waitFor();
  await fixture.inspect(page, 'providers-works');
  issuer.answerWith('/jwks', (_request, response) => void response.writeHead(302, { location: '/x' }).end());
  await page.getByRole('button', { name: 'Provjeri vezu' }).click();
  await page.getByText('Adresa preusmjerava drugamo.').waitFor();
  await fixture.inspect(page, 'providers-fails');
  issuer.answerWith('/jwks', undefined);
}

/** The list that was requested before linking arrives after it. */
async function holdFirstList(page: Page): Promise<void> {
  const address = '**/api/users/me/identities';
  const linked = page.waitForResponse(
    (answer) => answer.request().method() === 'POST' && answer.url().endsWith(address.slice(2)),
  );
  let isHeld = false;
  await page.route(address, async (route) => {
    if (isHeld || route.request().method() !== 'GET') return route.continue();
    isHeld = true;
    const response = await route.fetch();
    await linked;
    await route.fulfill({ response });
  });
}

async function goThrough(page: Page, button: string, link: string): Promise<void> {
  await page.getByRole('button', { name: button }).click();
  await page.getByRole('link', { name: link }).click();
}

async function linkOnOwnPage(fixture: PagesFixture, page: Page): Promise<void> {
  await page.goto(`${fixture.origin}/profil?tab=sigurnost`);
  await page.getByRole('button', { name: 'Poveži: Klub Zagreb' }).click();
  await holdFirstList(page);
  await page.getByRole('link', { name: 'Nastavi' }).click();
  await page.getByText('Povezano: Klub Zagreb.').waitFor();
  await page.getByText('ana@klub.hr').waitFor();
  const { pathname, search, hash } = new URL(page.url());
  assert.deepEqual([pathname, search, hash], ['/profil', '?tab=sigurnost', '']);
  await fixture.inspect(page, 'own-identities');
}

/** A ticket that this browser did not request is refused, and one for linking is not even sent. */
async function refuseForeignTickets(fixture: PagesFixture): Promise<void> {
  const stranger = await fixture.visit('about:blank');
  const sent: string[] = [];
  stranger.on('request', (request) => void sent.push(new URL(request.url()).pathname));
  await stranger.goto(`${fixture.origin}/login#ticket=a.b&for=link`);
  await stranger.getByLabel('E-adresa').waitFor();
  assert.ok(!sent.includes('/api/users/me/identities') && !sent.includes('/api/auth/login'));
  assert.equal(new URL(stranger.url()).hash, '');
}

const LONG = 'AAI@EduHr – elektronički identitet obrazovnih ustanova u RH';

for (const size of ALIKE_SIZES)
  test(`a long name of an issuer is told whole on a ${size}`, { timeout: 120_000 }, async (t) => {
    const fixture = await openPagesFixture(t, size);
    const { access_token: token } = (await fixture.service.signIn(ADMIN.email, ADMIN.password)).body;
    const body = { key: 'skole', name: LONG, issuer: 'https://skole.example.hr', client_id: 'x', client_secret: 'y' };
    const made = await fixture.service.call('POST /api/admin/identity-providers', { token, body });
    assert.equal(made.status, 201, JSON.stringify(made.body));
    const page = await fixture.visit('/login');
    const button = page.getByRole('button', { name: LONG });
    const cut = await button
      .locator('span')
      .evaluateAll((parts) => parts.filter((part) => part.scrollWidth > part.clientWidth + 1).length);
    assert.equal(cut, 0, 'nothing of it is cut off');
    await fixture.inspect(page, 'login-long-issuer');
  });
