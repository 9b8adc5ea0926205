// engine: browser
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ALIKE_SIZES, type Size } from './layouts.ts';
import { openPagesFixture, signInAsAdmin } from './pages-fixture.ts';

for (const size of ALIKE_SIZES)
  test(
    `pages on a ${size}: next year’s list changes who exists, and names who is not in it`,
    { timeout: 180_000 },
    (t) => renew(t, size),
  );

for (const size of ALIKE_SIZES)
  test(
    `pages on a ${size}: whom next year’s list enters again under another address becomes one person`,
    { timeout: 180_000 },
    (t) => enterAgain(t, size),
  );

const LAST_YEAR = 'email;ime;prezime;telefon\nana@example.hr;Ana;Anić;01 111\nlana@example.hr;Lana;Lanić;\n';
const THIS_YEAR = 'email;ime;prezime;telefon\nana@example.hr;Ana;Novak;\nnova@example.hr;Nova;Nović;\n';

const BEFORE = 'email;ime;prezime;telefon\nana@example.hr;Ana;Anić;\nmara@example.hr;Mara;Čović;091 234 5678\n';
const NOW = 'email;ime;prezime;telefon\nana@example.hr;Ana;Novak;\nmara.covic@example.hr;Mara;Čović;091 234 5678\n';

async function openImports(t: Parameters<typeof openPagesFixture>[0], size: Size) {
  const fixture = await openPagesFixture(t, size);
  const page = await fixture.visit('/login');
  await signInAsAdmin(page);
  await page.waitForURL((address) => address.pathname !== '/login');
  const choose = async (name: string, text: string) => {
    await page.goto(`${fixture.origin}/admin/imports`);
    await page.getByText('Kakva treba biti datoteka').waitFor();
    const buffer = Buffer.from(text);
    await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer });
  };
  return { fixture, page, choose };
}

async function enterAgain(t: Parameters<typeof openPagesFixture>[0], size: Size): Promise<void> {
  const { fixture, page, choose } = await openImports(t, size);
  await choose('lani.csv', BEFORE);
  await page.getByRole('button', { name: 'Uvezi 2 osobe', exact: true }).click();
  await page.getByRole('button', { name: 'Poništi uvoz' }).waitFor();
  await choose('ove-godine.csv', NOW);
  await page.getByLabel('Onima koji već imaju račun upiši promjene iz datoteke').click();
  await page.getByRole('button', { name: 'Uvezi i upiši promjene', exact: true }).click();
  await page.getByRole('heading', { name: 'Uvoz: ove-godine.csv' }).waitFor();
  await page.getByText('1 član nije na ovom popisu').waitFor();
  await fixture.inspect(page, 'renewal-again');
  await page.getByRole('link', { name: /pogledajte moguće dvojnike/ }).click();
  await page.getByRole('button', { name: 'Spoji: Mara Čović' }).click();
  const dialog = page.getByRole('dialog', { name: 'Spajanje računa' });
  await dialog.getByLabel('Prijavljuje se računom').selectOption({ label: 'mara.covic@example.hr' });
  await dialog.getByText('e-adresa za prijavu: mara@example.hr').waitFor();
  await fixture.inspect(page, 'renewal-again-merge');
  await dialog.getByRole('button', { name: 'Spoji račune' }).click();
  await page.getByText('Računi su spojeni: Mara Čović.').waitFor();
  await page.goto(`${fixture.origin}/admin/users`);
  await page.getByText('mara.covic@example.hr').first().waitFor();
  assert.equal(await page.getByText('mara@example.hr', { exact: true }).count(), 0);
  await fixture.inspect(page, 'renewal-again-one');
}

async function renew(t: Parameters<typeof openPagesFixture>[0], size: Size): Promise<void> {
  const { fixture, page, choose } = await openImports(t, size);
  await choose('lani.csv', LAST_YEAR);
  await page.getByRole('button', { name: 'Uvezi 2 osobe', exact: true }).click();
  await page.getByRole('heading', { name: 'Uvoz: lani.csv' }).waitFor();
  await page.getByRole('button', { name: 'Poništi uvoz' }).waitFor();

  await choose('ove-godine.csv', THIS_YEAR);
  await page.getByRole('button', { name: 'Uvezi 1 osobu', exact: true }).waitFor();
  await page.getByLabel('Onima koji već imaju račun upiši promjene iz datoteke').click();
  await page.getByRole('button', { name: 'Uvezi i upiši promjene', exact: true }).waitFor();
  const told = (await page.locator('.import-rows li .row-changes').allInnerTexts()).map((text) =>
    text.replace(/\s+/g, ' '),
  );
  assert.deepEqual(told, ['Prezime Anić Novak']);
  await fixture.inspect(page, 'renewal-check');
  await page.getByRole('button', { name: 'Uvezi i upiši promjene', exact: true }).click();
  await page.getByRole('heading', { name: 'Uvoz: ove-godine.csv' }).waitFor();
  await page.getByText('Lana Lanić').waitFor();
  await fixture.inspect(page, 'renewal-missing');
  await page.getByRole('button', { name: /^Obustavi pristup/ }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Obustavi pristup/ })
    .click();
  await page.getByText('Pristup je obustavljen za 1 račun.').waitFor();
  await page.getByRole('button', { name: 'Zatvori' }).click();

  await page.getByRole('button', { name: 'Poništi uvoz' }).click();
  await page.getByText('vraća se ono što je uvoz promijenio').waitFor();
  await fixture.inspect(page, 'renewal-undo');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Ukloni/ })
    .click();
  await page.getByText('Podaci su vraćeni za').waitFor();
}
