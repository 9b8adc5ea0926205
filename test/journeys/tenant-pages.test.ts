// engine: browser
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { picture } from '../support/avatar-fixture.ts';
import { ALIKE_SIZES, type Size } from './layouts.ts';
import { ADMIN, missesField, openPagesFixture, type PagesFixture, signInAsAdmin } from './pages-fixture.ts';

const CLUB = 'Veslački klub Žrnovnica';

async function signIn(page: Page): Promise<void> {
  await signInAsAdmin(page);
  await page.waitForURL((address) => address.pathname !== '/login');
}

/** Opens a club from the list, with its first steps. */
async function makeClub(fixture: PagesFixture, page: Page): Promise<string> {
  await page.goto(`${fixture.origin}/admin/tenants?new=1`);
  await page.getByRole('dialog').waitFor();
  await missesField(page, 'Dodaj savez ili klub', 'Naziv');
  await page.getByLabel('Naziv', { exact: true }).fill(CLUB);
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/admin\/tenants\?open=\d+$/);
  await page.getByRole('heading', { name: CLUB }).waitFor();
  await page.getByRole('heading', { name: 'Prvi koraci' }).waitFor();
  await page.getByText('Vrijedi zadani tekst usluge.').waitFor();
  await fixture.inspect(page, 'tenant-empty');
  return new URL(page.url()).searchParams.get('open') ?? '';
}

async function chooseLooks(fixture: PagesFixture, page: Page): Promise<void> {
  await page.getByLabel('Boja', { exact: true }).fill('žuta');
  await page.getByText('Upišite boju kao #').waitFor();
  await page.getByLabel('Boja', { exact: true }).fill('#FFD400');
  await page.getByRole('button', { name: 'Spremi boju' }).click();
  await page.getByText('Da se tekst dobro čita').waitFor();
  const logo = { name: 'znak.png', mimeType: 'image/png', buffer: await picture('png', { width: 300, height: 100 }) };
  await page.locator('input[type=file]').setInputFiles(logo);
  await page.getByAltText(`Znak: ${CLUB}`).waitFor();
  await fixture.inspect(page, 'tenant-look');
}

/** Invites the first administrator; mail and page have the club's branding. */
async function inviteFirst(fixture: PagesFixture, page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Pozovi prvog administratora' }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Ime', { exact: true }).fill('Željka');
  await form.getByLabel('Prezime').fill('Šušnjić');
  await form.getByLabel('E-adresa').fill('zeljka@example.hr');
  assert.equal(await form.getByLabel('Uloga').inputValue(), 'admin');
  await form.getByRole('button', { name: 'Dodaj i pošalji pozivnicu' }).click();
  await page.getByRole('button', { name: 'Gotovo' }).click();
  const visitor = await fixture.visit(await fixture.mailedLink('zeljka@example.hr', '/setup-password'));
  await visitor.getByRole('heading', { name: /Željka/ }).waitFor();
  await visitor.locator('.entry[data-branded]').getByText(CLUB, { exact: true }).waitFor();
  await visitor.locator('.entry-side .brand-logo').waitFor();
  await fixture.inspect(visitor, 'invitation-branded');
}

/** The club is chosen once at the top, and kept from page to page and in the address. */
async function switchTenant(fixture: PagesFixture, page: Page, size: Size, id: string): Promise<void> {
  await page.goto(`${fixture.origin}/admin/users`);
  const choice = page.getByRole('combobox', { name: 'Savez ili klub koji gledate' });
  await choice.selectOption({ label: CLUB });
  await page.waitForURL((url) => url.searchParams.get('tenant_id') === id);
  await page.getByText('Šušnjić').first().waitFor();
  await page.getByText(ADMIN.email).waitFor({ state: 'detached' });
  await page.locator('.frame-head[data-branded]').waitFor();
  await page.getByRole('link', { name: 'Pozivnice' }).click();
  await page.waitForURL((url) => url.pathname === '/admin/invitations' && url.searchParams.get('tenant_id') === id);
  assert.equal(await choice.inputValue(), id);
  await fixture.inspect(page, 'tenant-switch');
  await page.goto(`${fixture.origin}/admin/users?tenant_id=${id}`);
  await page.getByText('Šušnjić').first().waitFor();
  if (size === 'phone') return; // its menu has no place for all pages
  await page.getByRole('link', { name: 'Savezi i klubovi' }).click();
  await page.getByRole('heading', { name: 'Savezi i klubovi' }).waitFor();
  await page.getByRole('link', { name: 'Ljudi' }).click();
  await page.waitForURL((url) => url.pathname === '/admin/users' && url.searchParams.get('tenant_id') === id);
  assert.equal(await choice.inputValue(), id, 'also across a page of all federations and clubs');
  await choice.selectOption({ label: 'Svi savezi i klubovi' });
  await page.getByRole('link', { name: 'Savezi i klubovi' }).click();
  await page.getByRole('link', { name: 'Ljudi' }).click();
  await page.waitForURL((url) => url.pathname === '/admin/users' && !url.searchParams.get('tenant_id'));
}

for (const size of ALIKE_SIZES)
  test(`pages on a ${size}: a club is a place with people, looks, first steps and a switch`, {
    timeout: 300_000,
  }, async (t) => {
    const fixture = await openPagesFixture(t, size);
    const page = await fixture.visit('/login');
    await signIn(page);
    const id = await makeClub(fixture, page);
    await chooseLooks(fixture, page);
    await inviteFirst(fixture, page);
    await page.goto(`${fixture.origin}/admin/tenants?open=${id}`);
    await page.getByRole('link', { name: 'Šušnjić' }).waitFor();
    await page.getByText('Sve je u redu:').waitFor();
    await fixture.inspect(page, 'tenant-place');
    await switchTenant(fixture, page, size, id);
  });
