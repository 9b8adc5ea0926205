// engine: browser
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { ALIKE_SIZES } from './layouts.ts';
import { ADMIN, openPagesFixture, type PagesFixture } from './pages-fixture.ts';

const ANA = { email: 'ana@example.hr', ime: 'Ana', prezime: 'Babić' };
const PASSWORD = 'sasvim nova lozinka';

async function signIn(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  await page.getByLabel('E-adresa').fill(email);
  await page.getByLabel('Lozinka', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
  await page.waitForURL((address) => address.pathname !== '/login');
}

/** Members must have a second factor in two weeks; those without one are listed, found and reminded. */
async function setRules(fixture: PagesFixture): Promise<Page> {
  const page = await fixture.visit('/login');
  await signIn(page, ADMIN);
  await page.goto(`${fixture.origin}/admin/factors`);
  await page.getByRole('heading', { name: 'Drugi korak prijave' }).waitFor();
  await page.getByText('Drugi se korak zasad ne traži ni od koga.').waitFor();
  await fixture.inspect(page, 'factors-empty');
  await page.getByLabel('Član').selectOption({ label: 'Nakon 14 dana' });
  await page.getByRole('button', { name: 'Spremi pravila' }).click();
  await page.getByText('Pravila su spremljena.').waitFor();
  await page.getByText(/^Vrijedi od \d/).waitFor();
  await page.getByRole('table').getByText(ANA.email).waitFor();
  await page.getByLabel('Traži među onima koji ga nemaju').fill('nitko');
  await page.getByText('Nema nikoga tko odgovara upitu „nitko”.').waitFor();
  await page.getByLabel('Traži među onima koji ga nemaju').fill('bab');
  await page.getByRole('table').getByText(ANA.email).waitFor();
  await fixture.inspect(page, 'factors');
  await page.getByRole('button', { name: 'Podsjeti ih e-poštom' }).click();
  await page.getByText('Poruku će dobiti 1 osoba').waitFor();
  await fixture.inspect(page, 'factors-remind');
  await page.getByRole('button', { name: 'Pošalji podsjetnik' }).click();
  await page.getByText('Podsjetnik šaljemo 1 osobi.').waitFor();
  return page;
}

for (const size of ALIKE_SIZES)
  test(`pages on a ${size}: who must have a second factor is set, listed, reminded, and told until when`, {
    timeout: 300_000,
  }, async (t) => {
    const fixture = await openPagesFixture(t, size);
    await fixture.invite(ANA);
    const ana = await fixture.visit(await fixture.mailedLink(ANA.email, '/setup-password'));
    await ana.getByLabel('Nova lozinka', { exact: true }).fill(PASSWORD);
    await ana.keyboard.press('Enter');
    await ana.waitForURL((address) => address.pathname === '/profil');
    assert.equal(await ana.getByText('Vaša uloga traži drugi korak prijave').count(), 0);
    const page = await setRules(fixture);

    await ana.reload();
    await ana.getByText(/^Vaša uloga traži drugi korak prijave\. Uključite ga do \d+\. \d+\. \d{4}\./).waitFor();
    await fixture.inspect(ana, 'factors-banner');
    await ana.getByRole('link', { name: 'Uključi sada' }).click();
    await ana.waitForURL((address) => address.searchParams.get('tab') === 'sigurnost');
    await ana.getByText('Vaša uloga traži drugi korak prijave').waitFor({ state: 'detached' });

    await page.getByLabel('Član').selectOption({ label: 'Odmah' });
    await page.getByRole('button', { name: 'Spremi pravila' }).click();
    await page.getByText('pri idućoj prijavi').first().waitFor({ state: 'attached' });
    await ana.goto(`${fixture.origin}/profil`);
    await ana
      .getByText('Vaša uloga traži drugi korak prijave. Uključite ga ili dodajte pristupni ključ na kartici Sigurnost.')
      .waitFor();
    assert.equal(await ana.getByRole('link', { name: 'Uključi sada' }).count(), 0);

    await page.getByLabel('Član').selectOption({ label: 'Ne traži se' });
    await page.getByRole('button', { name: 'Spremi pravila' }).click();
    await page.getByText('Nema nikoga tko odgovara upitu „bab”.').waitFor();
  });
