// engine: browser
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { Page, Route } from 'playwright-core';
import { ALIKE_SIZES, type Size } from './layouts.ts';
import { openPagesFixture, type PagesFixture, signInAsAdmin } from './pages-fixture.ts';

for (const size of ALIKE_SIZES) {
  test(`trouble on a ${size}: outage, rate limit and no network keep unsaved input`, { timeout: 120_000 }, (t) =>
    sitTroubleOut(t, size),
  );
}

const refuse = (status: number, code: string, wait: number) => (route: Route) =>
  route.fulfill({
    status,
    headers: { 'content-type': 'application/json', 'retry-after': String(wait) },
    body: JSON.stringify({ detail: 'Nije moguće.', code, request_id: 'req-0815' }),
  });

async function sitTroubleOut(t: TestContext, size: Size): Promise<void> {
  const fixture = await openPagesFixture(t, size);
  const page = await fixture.visit('/login');
  await signInAsAdmin(page);
  await page.getByRole('button', { name: /Izbornik računa/ }).waitFor();
  await waitForService(fixture, page);
  await waitAfterTooMuch(fixture, page);
  await loseNetwork(fixture, page);
}

/** A page without data says why, retries by itself, and retries at once on request. */
async function waitForService(fixture: PagesFixture, page: Page): Promise<void> {
  await page.route('**/api/auth/me', refuse(503, 'store.unavailable', 60));
  await page.goto(`${fixture.origin}/profil`);
  await page.getByText('Usluga je nakratko nedostupna.').waitFor();
  await page.getByText('Oznaka za podršku: req-0815').waitFor();
  assert.match((await page.getByRole('timer').textContent()) ?? '', /^(1:00|0:5\d)$/);
  await fixture.inspect(page, 'trouble-away');
  await page.unroute('**/api/auth/me');
  await page.getByRole('button', { name: 'Pokušaj sada' }).click();
  await page.getByLabel('OIB').waitFor();
  await page.getByText('Usluga je nakratko nedostupna.').waitFor({ state: 'detached' });
  await page.route('**/api/auth/me', refuse(429, 'request.too_many', 3));
  await page.reload();
  await page.getByText('Previše zahtjeva odjednom.').waitFor();
  await page.unroute('**/api/auth/me');
  await page.getByLabel('OIB').waitFor(); // without a click
}

async function waitAfterTooMuch(fixture: PagesFixture, page: Page): Promise<void> {
  await page.getByLabel('Telefon').fill('+385 1 234 567');
  await page.route('**/api/auth/me', refuse(429, 'request.too_many', 4));
  await page.getByRole('button', { name: 'Spremi' }).click();
  await page.getByText('Novi pokušaj moguć je za').waitFor();
  await fixture.inspect(page, 'trouble-too-much');
  await page.getByText('Sada možete pokušati ponovno.').waitFor();
  assert.equal(await page.getByLabel('Telefon').inputValue(), '+385 1 234 567');
  await page.unroute('**/api/auth/me');
}

async function loseNetwork(fixture: PagesFixture, page: Page): Promise<void> {
  await page.context().setOffline(true);
  await page.getByText('Nema veze s internetom.').waitFor();
  await page.getByRole('button', { name: 'Spremi' }).click();
  await page.getByText('Nema veze s uslugom.').waitFor();
  await fixture.inspect(page, 'trouble-offline');
  await page.context().setOffline(false);
  await page.getByText('Nema veze s internetom.').waitFor({ state: 'detached' });
  assert.equal(await page.getByLabel('Telefon').inputValue(), '+385 1 234 567');
  await page.getByRole('button', { name: 'Spremi' }).click();
  await page.getByText('Spremljeno.').waitFor();
}

const IN_SIGHT = `(() => {
  const { top, bottom } = document.querySelector('.notice[data-kind=problem]').getBoundingClientRect();
  return top >= 0 && bottom <= innerHeight;
})()`;

test('what went wrong is in sight of whoever pressed a button far below it', { timeout: 120_000 }, async (t) => {
  const fixture = await openPagesFixture(t, 'phone');
  const page = await fixture.visit('/admin/users?new=1');
  await signInAsAdmin(page);
  await page.getByLabel('Ime', { exact: true }).fill('Iva');
  await page.getByLabel('Prezime', { exact: true }).fill('Anić');
  await page.getByRole('textbox', { name: 'E-adresa' }).fill('iva@example.hr');
  await page.route('**/api/admin/users', refuse(500, 'internal', 0));
  await page.getByRole('button', { name: 'Dodaj i pošalji pozivnicu' }).click();
  await page.getByText('Dogodila se greška kod nas.').waitFor();
  assert.equal(await page.evaluate(IN_SIGHT), true, 'in the dialog');
  await page.unroute('**/api/admin/users');
  await page.goto(`${fixture.origin}/profil`);
  await page.getByLabel('Telefon').fill('+385 1 234 567');
  await page.route('**/api/auth/me', refuse(500, 'internal', 0));
  await page.getByRole('button', { name: 'Spremi i potvrdi' }).scrollIntoViewIfNeeded();
  await page.getByRole('button', { name: 'Spremi i potvrdi' }).click();
  await page.getByText('Dogodila se greška kod nas.').waitFor();
  assert.equal(await page.evaluate(IN_SIGHT), true, 'on the own page');
});

test('a page that takes long to load says so at once, and stays until it is there', { timeout: 120_000 }, async (t) => {
  const fixture = await openPagesFixture(t, 'desktop');
  const page = await fixture.visit('/login');
  await signInAsAdmin(page);
  await page.getByRole('heading', { name: 'Pregled' }).waitFor();
  await page.route(/\/factors-page-[^/]*\.js$/, async (route) => {
    await pause(3000);
    await route.continue();
  });
  const progress = page.getByRole('progressbar', { name: 'Učitavanje…' });
  assert.equal(await progress.count(), 0);
  await page.getByRole('link', { name: 'Drugi korak', exact: true }).click();
  await progress.waitFor({ timeout: 1500 });
  await page.getByRole('heading', { name: 'Drugi korak prijave' }).waitFor();
  await progress.waitFor({ state: 'detached' });
});
