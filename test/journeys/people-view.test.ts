// engine: browser
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { ADMIN, openPagesFixture, type PagesFixture, signInAsAdmin, untilHolds } from './pages-fixture.ts';

const PEOPLE = 30;
/** The window height on a laptop. */
const SCREEN = 900;

async function addPeople({ service }: PagesFixture): Promise<void> {
  const { body } = await service.signIn(ADMIN.email, ADMIN.password);
  for (let number = 10; number < 10 + PEOPLE; number++) {
    const person = {
      email: `osoba${number}@example.hr`,
      ime: 'Ana',
      prezime: `Čavić ${number}`,
      telefon: `+38591234${number}`,
      role: 'member',
      invite: false,
    };
    const created = await service.call('POST /api/admin/users', { token: body.access_token, body: person });
    assert.equal(created.status, 201);
  }
}

async function signIn(page: Page): Promise<void> {
  await signInAsAdmin(page);
  await page.waitForURL((address) => address.pathname !== '/login');
}

const saved = async (page: Page) => {
  await page.getByRole('button', { name: 'Preuzmi popis' }).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Tablica (CSV)' }).click(),
  ]);
  return readFileSync(await file.path(), 'utf8');
};

const menu = async (page: Page, entry: string) => {
  await page.getByRole('button', { name: 'Uredi prikaz', exact: true }).click();
  await page
    .getByRole(/^(Zbijeni|Telefon)/.test(entry) ? 'menuitemcheckbox' : 'menuitem', { name: entry, exact: true })
    .click();
};

test('people in a dense table: twenty on a laptop, columns and views that stay, sorted by the last sign-in', {
  timeout: 300_000,
}, async (t) => {
  const fixture = await openPagesFixture(t, 'desktop');
  await addPeople(fixture);
  const page = await fixture.visit('/login');
  await signIn(page);
  await page.goto(`${fixture.origin}/admin/users`);
  await menu(page, 'Zbijeni redci');
  await page.keyboard.press('Escape');
  await page.getByText('+3859123410').waitFor();
  await page.mouse.move(5, 300);
  const whole = await page
    .locator('tbody tr[data-index]')
    .evaluateAll((rows, end) => rows.filter((row) => row.getBoundingClientRect().bottom <= end).length, SCREEN);
  assert.ok(whole >= 20, `${whole} people on a screen`);
  await fixture.inspect(page, 'users-dense');

  await page.getByRole('button', { name: 'Zadnja prijava' }).click();
  await page.waitForURL(/sort=-last_login/);
  await page.locator('tbody tr[data-index="0"]', { hasText: ADMIN.email }).waitFor();
  await page.getByRole('button', { name: 'Zadnja prijava' }).click();
  await page.locator('tbody tr[data-index="30"]', { hasText: ADMIN.email }).waitFor();
  await page.getByLabel('Prijave').selectOption({ label: 'Nikad prijavljeni' });
  await page.waitForURL(/signed_in=never/);
  await page.getByText(ADMIN.email).waitFor({ state: 'detached' });

  await menu(page, 'Telefon');
  await page.keyboard.press('Escape');
  await page.getByRole('columnheader', { name: 'Telefon' }).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Spremi kao prikaz' }).click();
  await page.getByLabel('Naziv prikaza').fill('Nikad prijavljeni');
  await page.keyboard.press('Enter');
  await page.getByText('Prikaz je spremljen: Nikad prijavljeni.').waitFor();

  await page.goto(`${fixture.origin}/admin/users`);
  await page.getByText(ADMIN.email).waitFor();
  assert.equal(await page.getByRole('columnheader', { name: 'Telefon' }).count(), 0, 'columns are remembered');
  await page.getByRole('button', { name: 'Nikad prijavljeni 30' }).click();
  await page.waitForURL((url) => url.searchParams.get('signed_in') === 'never' && url.searchParams.has('sort'));
  await page.getByText(ADMIN.email).waitFor({ state: 'detached' });

  const [head = '', ...lines] = (await saved(page)).trim().split('\r\n');
  assert.equal(head.replace('\uFEFF', ''), 'Prezime;Ime;E-adresa;Uloga;Status;Savez ili klub;Zadnja prijava');
  assert.equal(lines.length, PEOPLE, 'those on the list, and nobody else');
  await menu(page, 'Zbijeni redci'); // tall rows show the address under the name, and other columns
  await page.keyboard.press('Escape');
  const shown = await page.getByRole('columnheader').allInnerTexts();
  assert.deepEqual(shown.map((text) => text.trim()).filter(Boolean), [
    ...['Osoba', 'Uloga', 'Status', 'Savez ili klub', 'Drugi korak', 'Zadnja prijava', 'Dodano'],
  ]);
  const [roomyHead = ''] = (await saved(page)).split('\r\n');
  assert.equal(
    roomyHead.replace('\uFEFF', ''),
    'Prezime;Ime;E-adresa;Uloga;Status;Savez ili klub;Drugi korak;Zadnja prijava;Dodano',
  );
  await page.evaluate('window.print = () => { document.title = "ispisano"; }');
  await page.getByRole('button', { name: 'Preuzmi popis' }).click();
  await page.getByRole('menuitem', { name: 'Ispiši cijeli popis' }).click();
  await untilHolds(page, 'document.title === "ispisano"');
});
