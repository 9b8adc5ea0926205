// engine: browser
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Page } from 'playwright-core';
import { BOTH_SIZES, type Size } from './layouts.ts';
import { addPeople, openPagesFixture, openUsers, type PagesFixture } from './pages-fixture.ts';

const ODD = { email: 'odd@example.hr', ime: '<img src=x onerror=document.title="x">', prezime: 'عبد الرحمن 👩‍👩‍👧‍👦' };
const LONG = { email: `${'l'.repeat(60)}@example.hr`, ime: 'Š'.repeat(100), prezime: 'Ž'.repeat(100) };
const PEOPLE = [
  { email: 'zarko@example.hr', ime: 'Žarko', prezime: 'Čavić' },
  { email: 'ana@example.hr', ime: 'Ana', prezime: 'Anić' },
  { email: 'bruno@example.hr', ime: 'Bruno', prezime: 'Babić' },
  ODD,
  LONG,
];

for (const size of BOTH_SIZES) {
  test(
    `accounts on a ${size}: search, grant a role, suspend and reinstate, invite together`,
    {
      timeout: 180_000,
    },
    (t) => lookAfterPeople(t, size),
  );
  test(`accounts on a ${size}: a new person, odd names, an empty search`, { timeout: 180_000 }, (t) =>
    bringIn(t, size),
  );
  test(
    `invitations and tenants on a ${size}: withdraw and resend, add, make publisher`,
    {
      timeout: 180_000,
    },
    (t) => lookAfterOffices(t, size),
  );
}

async function lookAfterPeople(t: TestContext, size: Size): Promise<void> {
  const fixture = await openPagesFixture(t, size);
  const call = await addPeople(fixture, PEOPLE);
  const page = await openUsers(fixture);
  await page.getByText('6 zapisa').waitFor();
  await fixture.inspect(page, 'users-list');
  await page.getByRole('row', { name: 'Otvori: Glavni administrator' }).focus();
  await page.keyboard.press('Space');
  const whyNot = 'Vaš račun ne može se odabrati: uređujete ga na stranici „Moj račun”.';
  await page.getByRole('alert').getByText(whyNot).waitFor();
  const own = page.getByRole('checkbox', { name: 'Odaberi: Glavni administrator', disabled: true });
  assert.deepEqual([await own.getAttribute('title'), await own.isChecked()], [whyNot, false]);
  const search = page.getByLabel('Traži ljude');
  await search.fill('zarko cav');
  await page.getByText('1 zapis', { exact: true }).waitFor();
  assert.equal(new URL(page.url()).searchParams.get('q'), 'zarko cav', 'a link shows the same');
  await search.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Žarko Čavić' }).waitFor();
  const id = Number(new URL(page.url()).searchParams.get('open'));
  const read = async () => (await call(`GET /api/admin/users/${id}`)).body;
  await page.getByLabel('Odaberite ulogu').selectOption({ label: 'Voditelj' });
  await page.getByRole('button', { name: 'Promijeni ulogu' }).click();
  await page.getByText('Nova uloga: Voditelj').waitFor();
  assert.equal((await read()).role, 'manager');
  await page.getByRole('button', { name: 'Obustavi pristup' }).click();
  await page.getByText('Pristup je obustavljen: prijava nije moguća.').waitFor(); // before the service has answered
  const said = page.getByRole('alert').filter({ hasText: 'Pristup je obustavljen: Žarko Čavić.' });
  await said.waitFor();
  assert.equal((await read()).status, 'suspended');
  await said.getByRole('button', { name: 'Vrati' }).click();
  await page.getByText('Vraćeno.').waitFor();
  assert.equal((await read()).status, 'invited');
  await fixture.inspect(page, 'users-drawer');
  await walkTabs(fixture, page);
  await page.goBack();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  assert.equal(await page.evaluate('document.activeElement.tagName'), 'TR', 'the focus is at the row again');
  await inviteTwo(fixture, page);
}

/** Each tab loads when opened, and the open one is in the URL. */
async function walkTabs(fixture: PagesFixture, page: Page): Promise<void> {
  for (const [tab, text] of [
    ['Prijave', 'Osoba trenutačno nije prijavljena'],
    ['Pošta', 'Ovoj osobi još nije poslana'],
    ['Privole', 'Osoba još nije dala'],
    ['Dnevnik', 'Vraćen pristup računu'],
  ] as const) {
    await page.getByRole('tab', { name: tab }).click();
    await page.getByText(text).first().waitFor();
  }
  assert.equal(new URL(page.url()).searchParams.get('tab'), 'records');
  await fixture.inspect(page, 'users-drawer-records');
}

/** With the keyboard only: arrows move between rows, Space selects. */
async function inviteTwo(fixture: PagesFixture, page: Page): Promise<void> {
  const search = page.getByLabel('Traži ljude');
  await search.press('Escape');
  await page.getByText('6 zapisa').waitFor();
  await search.fill('example.hr');
  await search.fill('an');
  await page.getByText('1 zapis', { exact: true }).waitFor();
  await search.press('ArrowDown');
  await page.keyboard.press('Space');
  await page.getByText('Odabrano: 1').waitFor();
  await search.fill('bruno');
  await page.getByRole('row', { name: 'Otvori: Bruno Babić' }).waitFor();
  await search.press('ArrowDown');
  await page.keyboard.press('Space');
  const bar = page.getByRole('region', { name: 'Radnje s odabranima' });
  await bar.getByText('Odabrano: 2').waitFor();
  await fixture.inspect(page, 'users-bulk');
  await bar.getByRole('button', { name: 'Pošalji pozivnice' }).press('Enter');
  await page.getByText('Poslane su 2 pozivnice.').waitFor();
  await bar.waitFor({ state: 'detached' });
  await Promise.all(['ana@example.hr', 'bruno@example.hr'].map((to) => fixture.mailedLink(to, '/setup-password')));
}

async function bringIn(t: TestContext, size: Size): Promise<void> {
  const fixture = await openPagesFixture(t, size);
  const call = await addPeople(fixture, PEOPLE);
  const page = await openUsers(fixture);
  await page.getByRole('button', { name: 'Dodaj osobu' }).click();
  await page.getByLabel('Ime', { exact: true }).fill('Ruža');
  await page.getByLabel('Prezime').fill('Šćepanović');
  await page.getByLabel('E-adresa').fill('ana@example.hr');
  await page.keyboard.press('Enter');
  await page.getByText('Osoba s ovom e-adresom već postoji.').waitFor();
  await fixture.inspect(page, 'users-create');
  await page.getByLabel('E-adresa').fill('ruza@example.hr');
  await page.keyboard.press('Enter');
  const link = await page.getByLabel('Poveznica za odabir lozinke').inputValue();
  await fixture.inspect(page, 'users-created');
  const { pathname, search } = new URL(link);
  assert.equal((await call(`GET /api/auth${pathname}${search}`)).body.valid, true);
  await page.getByRole('button', { name: 'Gotovo' }).click();
  await page.getByRole('row', { name: 'Otvori: Ruža Šćepanović' }).waitFor();
  await page.reload();
  await page.getByRole('row', { name: 'Otvori: Ruža Šćepanović' }).waitFor();
  assert.ok(!(await page.content()).includes(link), 'the link is shown once');
  await page.getByLabel('Traži ljude').fill('img');
  await page.getByText('1 zapis', { exact: true }).waitFor();
  await page.getByRole('row', { name: 'Otvori: <img' }).click();
  await page.getByRole('dialog').getByRole('heading', { name: '<img' }).waitFor();
  assert.equal(await page.locator('img[src=x]').count(), 0, 'a name is text');
  await fixture.inspect(page, 'users-odd-name');
  await page.getByRole('button', { name: 'Zatvori' }).click();
  await page.goto(`${fixture.origin}/admin/users?q=${'š'.repeat(20)}`);
  await page.getByRole('row', { name: 'Otvori: Š' }).click();
  await page.getByRole('dialog').waitFor();
  await fixture.inspect(page, 'users-long-name');
  await page.goto(`${fixture.origin}/admin/users?q=nema-takvog&role=admin`);
  await page.getByText('Nitko ne odgovara traženom.').waitFor();
  await fixture.inspect(page, 'users-nobody');
  await page.locator('.empty').getByRole('button', { name: 'Ukloni filtre' }).click();
  await page.getByText('7 zapisa').waitFor();
}

async function lookAfterOffices(t: TestContext, size: Size): Promise<void> {
  const fixture = await openPagesFixture(t, size);
  await fixture.invite({ email: 'ana@example.hr', ime: 'Ana', prezime: 'Anić' });
  const page = await openUsers(fixture);
  await page.goto(`${fixture.origin}/admin/invitations`);
  await page.getByRole('row', { name: 'Otvori: Ana Anić' }).waitFor();
  if (size === 'desktop') await page.getByRole('cell', { name: 'za 7 dana' }).waitFor();
  await fixture.inspect(page, 'invitations');
  if (size === 'phone') await page.getByRole('button', { name: 'Radnje s pozivnicom: Ana Anić' }).click();
  await (size === 'phone'
    ? page.getByRole('menuitem', { name: 'Povuci pozivnicu' })
    : page.getByRole('button', { name: 'Povuci pozivnicu: Ana Anić' })
  ).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Povuci pozivnicu' }).click();
  await page.getByText('Nijedna pozivnica ne čeka odgovor.').waitFor();
  await page.getByRole('button', { name: 'Pozovi ponovno' }).click();
  const link = await page.getByLabel('Poveznica za odabir lozinke').inputValue();
  assert.match(link, /\/setup-password\?token=/);
  await page.getByRole('button', { name: 'Gotovo' }).click();
  await page.getByRole('row', { name: 'Otvori: Ana Anić' }).waitFor();
  await page.getByRole('button', { name: 'Istekle' }).click();
  await page.getByText('Nijedna pozivnica nije istekla.').waitFor();
  await fixture.inspect(page, 'invitations-none');
  await page.goto(`${fixture.origin}/admin/tenants?new=1`);
  await page.getByLabel('Naziv', { exact: true }).fill('Veslački klub Žrnovnica');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Veslački klub Žrnovnica' }).waitFor();
  await page.getByRole('link', { name: 'Svi savezi i klubovi' }).click();
  await page.getByRole('row', { name: 'Otvori: Veslački klub Žrnovnica' }).click();
  await page.getByRole('button', { name: 'Uredi naziv' }).click();
  await page.getByRole('button', { name: 'Označi kao izdavača' }).click();
  await page.getByRole('dialog').getByText('Ovaj savez objavljuje godišnjake.').waitFor();
  await page.getByRole('button', { name: 'Vrati' }).click();
  await page.getByRole('button', { name: 'Označi kao izdavača' }).waitFor();
  await fixture.inspect(page, 'tenants-edit');
}
