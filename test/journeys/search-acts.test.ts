// engine: browser
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { addPeople, openPagesFixture, openUsers } from './pages-fixture.ts';

const PEOPLE = [
  { email: 'ana@example.hr', ime: 'Ana', prezime: 'Anić' },
  { email: 'bruno@example.hr', ime: 'Bruno', prezime: 'Babić' },
  { email: 'vedran@example.hr', ime: 'Vedran', prezime: 'Vratarić' },
];
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Traži ljude, dokumente i stranice' });
const option = (page: Page, name: string | RegExp) => dialog(page).getByRole('option', { name });
const isChosen = (page: Page, name: string) => dialog(page).getByRole('option', { name, selected: true }).waitFor();

test('the search acts on people, remembers whom one opened, and a name stays a name', {
  timeout: 240_000,
}, async (t) => {
  const fixture = await openPagesFixture(t, 'desktop');
  const call = await addPeople(fixture, PEOPLE);
  const read = async (email: string) => (await call(`GET /api/admin/users?q=${email}`)).body.items[0];
  const page = await openUsers(fixture);
  const ask = async (words: string) => {
    await page.keyboard.press('Control+k');
    await dialog(page).getByRole('combobox').fill(words);
  };
  await ask('obustavi ana');
  await isChosen(page, 'Obustavi pristup: Ana Anić');
  await page.keyboard.press('Enter');
  const said = page.getByRole('alert').filter({ hasText: 'Pristup je obustavljen: Ana Anić.' });
  await said.waitFor();
  assert.equal((await read('ana@example.hr')).status, 'suspended');
  await page.keyboard.press('Control+z');
  await page.getByText('Vraćeno.').waitFor();
  assert.equal((await read('ana@example.hr')).status, 'invited');

  await ask('pozovi bruno');
  await isChosen(page, 'Pošalji pozivnicu: Bruno Babić');
  await page.keyboard.press('Enter');
  await page.getByText('Pozivnica je poslana: Bruno Babić.').waitFor();
  await fixture.mailedLink('bruno@example.hr', '/setup-password');

  await ask('vedran vra'); // on the way to his surname
  await isChosen(page, 'Vedran Vratarić');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Vedran Vratarić' }).waitFor();
  await page.keyboard.press('Control+k');
  await dialog(page).getByText('Nedavno otvoreni').waitFor();
  await option(page, /^VV|^Vedran Vratarić/)
    .first()
    .waitFor();
  await option(page, 'Obustavi pristup: Vedran Vratarić').waitFor();
  const chosen = page.locator('[aria-selected=true]');
  await option(page, /^VV|^Vedran Vratarić/)
    .and(chosen)
    .waitFor(); // Enter by habit reaches nobody
  await fixture.inspect(page, 'search-empty', 'both');
  await option(page, 'Dnevnik: Vedran Vratarić').click();
  await page.waitForURL(/tab=records/);

  await ask('savez');
  await dialog(page).getByText('Savezi i klubovi').first().waitFor();
  await fixture.inspect(page, 'search-tenants');
});

test('an act that the service refuses is taken back, and says so', { timeout: 180_000 }, async (t) => {
  const fixture = await openPagesFixture(t, 'desktop');
  const call = await addPeople(fixture, PEOPLE);
  const page = await openUsers(fixture);
  await page.getByRole('row', { name: 'Otvori: Ana Anić' }).click();
  const drawer = page.getByRole('dialog', { name: 'Ana Anić' });
  const suspend = drawer.getByRole('button', { name: 'Obustavi pristup' });
  await suspend.waitFor();
  const answered = Promise.withResolvers<void>();
  await page.route('**/api/admin/users/*/suspend', async (route) => {
    await answered.promise;
    const refusal = {
      type: 'about:blank',
      title: '',
      status: 409,
      code: 'users.conflict',
      detail: 'Netko je upravo promijenio ovu osobu.',
    };
    await route.fulfill({ status: 409, contentType: 'application/problem+json', body: JSON.stringify(refusal) });
  });
  await suspend.click();
  await drawer.getByText('Pristup je obustavljen: prijava nije moguća.').waitFor({ timeout: 5000 });
  answered.resolve();
  await page.getByRole('alert').getByText('Ana Anić: ništa nije promijenjeno.').waitFor();
  await suspend.waitFor();
  await drawer.getByText('Pristup je obustavljen: prijava nije moguća.').waitFor({ state: 'detached' });
  await fixture.inspect(page, 'act-taken-back');
  const { body } = await call('GET /api/admin/users?q=ana@example.hr');
  assert.equal(body.items[0].status, 'invited');
});
