// engine: browser
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Page } from 'playwright-core';
import { BOTH_SIZES, type Size } from './layouts.ts';
import { addPeople, openPagesFixture, openUsers } from './pages-fixture.ts';

const PEOPLE = [
  { email: 'ana@example.hr', ime: 'Ana', prezime: 'Anić' },
  { email: 'bruno@example.hr', ime: 'Bruno', prezime: 'Babić' },
];

for (const size of BOTH_SIZES) {
  test(`what is typed on a ${size} does not vanish by any way of leaving a person`, { timeout: 180_000 }, (t) =>
    leavePerson(t, size),
  );
  test(`what is typed on a ${size} does not vanish from a new person or the own page`, { timeout: 180_000 }, (t) =>
    leaveForms(t, size),
  );
}

const question = (page: Page) => page.getByRole('dialog', { name: 'Imate nespremljene promjene' });
const answer = (page: Page, name: string) => question(page).getByRole('button', { name, exact: true }).click();

async function leavePerson(t: TestContext, size: Size): Promise<void> {
  const fixture = await openPagesFixture(t, size);
  const call = await addPeople(fixture, PEOPLE);
  const page = await openUsers(fixture);
  await page.getByRole('row', { name: 'Otvori: Ana Anić' }).click();
  const drawer = page.getByRole('dialog', { name: 'Ana Anić' });
  const phone = page.getByLabel('Telefon');
  await phone.fill('+385 91 234 5678');
  const ways: Readonly<Record<string, () => Promise<unknown>>> = {
    'the next person': () => page.getByRole('button', { name: 'Sljedeća osoba' }).click(),
    Escape: () => page.keyboard.press('Escape'),
    'the close button': () => drawer.getByRole('button', { name: 'Zatvori' }).click(),
    'another tab': () => page.getByRole('tab', { name: 'Dnevnik' }).click(),
    'the back button': () => page.goBack({ waitUntil: 'commit' }).catch(() => null),
    'another page': () => page.evaluate('document.querySelector(\'a[href="/admin/invitations"]\').click()'),
    ...(size === 'desktop' && { 'another row': () => page.getByRole('row', { name: 'Otvori: Bruno Babić' }).click() }),
  };
  for (const [way, leave] of Object.entries(ways)) {
    await leave();
    await question(page)
      .waitFor({ timeout: 5000 })
      .catch(() => assert.fail(`${way} does not ask`));
    if (way === 'the next person') await fixture.inspect(page, 'unsaved-question');
    await answer(page, 'Natrag');
    await question(page).waitFor({ state: 'detached' });
    await drawer.waitFor();
    assert.equal(await phone.inputValue(), '+385 91 234 5678', way);
    await page.waitForURL((url) => url.pathname === '/admin/users' && url.searchParams.has('open'));
  }
  assert.ok(await asksBeforeReload(page), 'the browser asks as well');
  await phone.fill('nije broj');
  await page.getByRole('button', { name: 'Sljedeća osoba' }).click();
  await answer(page, 'Spremi');
  await drawer.waitFor();
  await page.getByLabel('Telefon').and(page.locator('[aria-invalid=true]')).waitFor();
  await phone.fill('+385 91 234 5678');
  await page.getByRole('button', { name: 'Sljedeća osoba' }).click();
  await answer(page, 'Spremi');
  await page.getByRole('dialog', { name: 'Bruno Babić' }).waitFor();
  const { body } = await call('GET /api/admin/users?q=ana@example.hr');
  assert.equal(body.items[0].telefon, '+385 91 234 5678');
  await page.getByLabel('Ime', { exact: true }).fill('Brunislav');
  await page.keyboard.press('Escape');
  await answer(page, 'Odbaci');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  assert.equal((await call('GET /api/admin/users?q=bruno@example.hr')).body.items[0].ime, 'Bruno');
  assert.equal(await asksBeforeReload(page), false, 'nothing is unsaved any more');
}

async function leaveForms(t: TestContext, size: Size): Promise<void> {
  const fixture = await openPagesFixture(t, size);
  const call = await addPeople(fixture, PEOPLE);
  const page = await openUsers(fixture);
  await page.getByRole('button', { name: 'Dodaj osobu' }).click();
  await page.getByLabel('Ime', { exact: true }).fill('Ruža');
  for (const leave of [
    () => page.keyboard.press('Escape'),
    () => page.getByRole('button', { name: 'Odustani' }).click(),
    () => page.goBack({ waitUntil: 'commit' }).catch(() => null),
  ]) {
    await leave();
    await answer(page, 'Natrag');
    await question(page).waitFor({ state: 'detached' });
    assert.equal(await page.getByLabel('Ime', { exact: true }).inputValue(), 'Ruža');
  }
  await page.getByLabel('Prezime').fill('Šćepanović');
  await page.getByLabel('E-adresa').fill('ruza@example.hr');
  await page.keyboard.press('Escape');
  await question(page).waitFor();
  await page.keyboard.press('Enter');
  await question(page).waitFor({ state: 'detached' });
  assert.equal(await page.getByLabel('Ime', { exact: true }).inputValue(), 'Ruža', 'Esc and Enter lead back');
  assert.equal((await call('GET /api/admin/users?q=ruza@example.hr')).body.total, 0, 'and create nobody');
  await page.keyboard.press('Escape');
  await answer(page, 'Dodaj i pošalji pozivnicu');
  await page.getByLabel('Poveznica za odabir lozinke').waitFor();
  await page.getByRole('button', { name: 'Gotovo' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  assert.equal((await call('GET /api/admin/users?q=ruza@example.hr')).body.total, 1);
  await page.goto(`${fixture.origin}/profil`);
  await page.getByLabel('Telefon').fill('+385 98 765 4321');
  await page.getByRole('link', { name: 'Sigurnost' }).click();
  await fixture.inspect(page, 'unsaved-own');
  await answer(page, 'Natrag');
  await page.getByRole('button', { name: /Izbornik računa/ }).click();
  await page.getByRole('menuitem', { name: 'Odjava', exact: true }).click();
  await answer(page, 'Natrag');
  assert.equal(await page.getByLabel('Telefon').inputValue(), '+385 98 765 4321');
  await page.getByRole('link', { name: 'Sigurnost' }).click();
  await answer(page, 'Spremi');
  await page.waitForURL((url) => url.searchParams.get('tab') === 'sigurnost');
  assert.equal((await call('GET /api/auth/me')).body.telefon, '+385 98 765 4321');
}

/** Reloading would lose the input: the browser asks by itself, and staying keeps the page. */
async function asksBeforeReload(page: Page): Promise<boolean> {
  return page.evaluate(`!dispatchEvent(new Event('beforeunload', { cancelable: true }))`);
}

test('a picked file and a picture being cropped do not vanish either', { timeout: 120_000 }, async (t) => {
  const fixture = await openPagesFixture(t, 'desktop');
  const page = await openUsers(fixture);
  await page.goto(`${fixture.origin}/dokumenti?form=new`);
  const file = { name: 'pravilnik.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4') };
  await page.locator('input[type=file]').setInputFiles(file);
  await page.getByRole('textbox', { name: 'Naslov' }).fill('');
  assert.ok(await asksBeforeReload(page), 'the file alone is worth asking about');
  await page.keyboard.press('Escape');
  await answer(page, 'Natrag');
  await page.getByText('pravilnik.pdf').waitFor();
  await page.keyboard.press('Escape');
  await answer(page, 'Odbaci');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.goto(`${fixture.origin}/profil`);
  const picture = await page.screenshot({ clip: { x: 0, y: 0, width: 300, height: 300 } });
  await page.locator('input[type=file]').setInputFiles({ name: 'ja.png', mimeType: 'image/png', buffer: picture });
  const crop = page.getByRole('dialog', { name: 'Odaberite dio slike' });
  await crop.waitFor();
  await page.keyboard.press('Escape');
  await answer(page, 'Natrag');
  await crop.getByRole('button', { name: 'Odustani' }).click();
  await answer(page, 'Odbaci');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  assert.equal(await asksBeforeReload(page), false);
});
