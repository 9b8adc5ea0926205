// engine: browser
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { BOTH_SIZES, type Size } from './layouts.ts';
import { ADMIN, openPagesFixture, type PagesFixture, signInAsAdmin } from './pages-fixture.ts';

const NORTH = 'Zajednica Sjever (primjer)';
const SOUTH = 'Zajednica Jug (primjer)';
const CLUB = 'Veslački klub Neretva (primjer)';
const NEW_CLUB = 'Veslački klub Cetina (primjer)';
const SEER = { email: 'sjever@example.hr', ime: 'Vesna', prezime: 'Sjever' };
const FIRST = { email: 'zeljka@example.hr', ime: 'Željka', prezime: 'Šušnjić' };
const PASSWORD = 'tri plave lađe';

/** Two associations, a club below the first, and somebody who reaches what is below it. */
async function plantTree(fixture: PagesFixture) {
  const { body } = await fixture.service.signIn(ADMIN.email, ADMIN.password);
  const call = async (target: string, sent: unknown) => {
    const answer = await fixture.service.call(target, { token: body.access_token, body: sent });
    assert.ok(answer.status < 300, `${target}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const plant = async (name: string, parent_id: number | null) =>
    (await call('POST /api/admin/tenants', { name, parent_id })).id as number;
  const north = await plant(NORTH, null);
  const south = await plant(SOUTH, null);
  const club = await plant(CLUB, north);
  const person = (await call('POST /api/admin/users', { ...SEER, role: 'admin', tenant_id: north, invite: true })).id;
  const { items } = (
    await fixture.service.call(`GET /api/admin/users/${person}/memberships`, { token: body.access_token })
  ).body;
  await call(`PATCH /api/admin/users/${person}/memberships/${items[0].id}`, { reach: 'below' });
  return { north, south, club };
}

const row = (page: Page, name: string) => page.getByRole('row', { name: `Otvori: ${name}` });
const levelOf = (page: Page, name: string) => row(page, name).getAttribute('aria-level');

/** Right and Left open, close and lead; what is closed stays closed. */
async function foldByKeys(page: Page): Promise<void> {
  assert.deepEqual([await levelOf(page, NORTH), await levelOf(page, CLUB)], ['1', '2']);
  await row(page, NORTH).focus();
  await page.keyboard.press('ArrowLeft');
  await row(page, CLUB).waitFor({ state: 'detached' });
  assert.equal(await row(page, NORTH).getAttribute('aria-expanded'), 'false');
  await page.reload();
  await row(page, NORTH).waitFor();
  assert.equal(await row(page, CLUB).count(), 0, 'remembered');
  await page.getByRole('searchbox', { name: 'Traži po nazivu' }).fill('neretva');
  await row(page, CLUB).waitFor();
  await row(page, SOUTH).waitFor({ state: 'detached' });
  assert.equal(await row(page, NORTH).count(), 1, 'what is above it stays in sight');
  await page.getByRole('searchbox', { name: 'Traži po nazivu' }).fill('');
  await row(page, SOUTH).waitFor();
  await row(page, NORTH).focus();
  await page.keyboard.press('ArrowRight');
  await row(page, CLUB).waitFor();
  await page.keyboard.press('ArrowRight');
  await row(page, CLUB).and(page.locator(':focus')).waitFor();
  await page.keyboard.press('ArrowLeft');
  await row(page, NORTH).and(page.locator(':focus')).waitFor();
}

/** Moves the club, having seen whose sight that changes. */
async function moveClub(fixture: PagesFixture, page: Page): Promise<void> {
  await page.getByRole('button', { name: `Što učiniti: ${CLUB}` }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Premjesti…' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: `Premjesti: ${CLUB}` });
  await dialog.getByRole('button', { name: 'Premjesti' }).click();
  await dialog.getByText('Odaberite novo mjesto.').waitFor();
  await dialog.getByRole('combobox').selectOption({ label: SOUTH });
  await dialog.getByText('Premješta se: 1 savez ili klub, 0 osoba.').waitFor();
  await dialog.getByRole('heading', { name: 'Te ljude više neće vidjeti (1)' }).waitFor();
  await dialog.getByText(`${SEER.ime} ${SEER.prezime}`).waitFor();
  await fixture.inspect(page, 'move-tenant', 'dark-on-desktop');
  await dialog.getByRole('button', { name: 'Premjesti' }).click();
  await page.getByText(`Premješteno: ${CLUB}.`).waitFor();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Vrati' }).click();
  await page.getByText('Vraćeno.').first().waitFor();
}

async function enterInvited(fixture: PagesFixture, email: string): Promise<Page> {
  const page = await fixture.visit(await fixture.mailedLink(email, '/setup-password'));
  await page.getByLabel('Nova lozinka').fill(PASSWORD);
  await page.getByRole('button', { name: 'Prihvati pozivnicu' }).click();
  await page.getByRole('button', { name: /Izbornik računa/ }).waitFor();
  return page;
}

/** Who reaches what is below opens a club there, with its first administrator, and narrows the list to it. */
async function openClubBelow(fixture: PagesFixture, page: Page, size: Size): Promise<void> {
  await page.goto(`${fixture.origin}/admin/tenants`);
  await row(page, CLUB).waitFor();
  assert.equal(await row(page, SOUTH).count(), 0, 'what is beside is not there');
  await fixture.inspect(page, 'tenant-tree-below');
  await page.getByRole('button', { name: `Što učiniti: ${NORTH}` }).click();
  assert.equal(await page.getByRole('menuitem', { name: 'Premjesti…' }).count(), 0);
  await page.getByRole('menuitem', { name: 'Novi klub ispod' }).click();
  const form = page.getByRole('dialog', { name: `Novi klub ispod: ${NORTH}` });
  await form.getByLabel('Naziv', { exact: true }).fill(NEW_CLUB);
  await form.getByRole('button', { name: 'Dodaj i pozovi prvog administratora' }).click();
  await page.waitForURL(/\/admin\/users\?.*new=1/);
  const person = page.getByRole('dialog', { name: 'Nova osoba' });
  assert.equal(await person.getByLabel('Uloga').inputValue(), 'admin');
  await person.getByLabel('Ime', { exact: true }).fill(FIRST.ime);
  await person.getByLabel('Prezime').fill(FIRST.prezime);
  await person.getByLabel('E-adresa').fill(FIRST.email);
  await person.getByRole('button', { name: 'Dodaj i pošalji pozivnicu' }).click();
  await page.getByRole('button', { name: 'Gotovo' }).click();
  await page.goto(`${fixture.origin}/admin/users`);
  await page.getByText('Šušnjić').first().waitFor();
  if (size === 'phone') await page.getByRole('button', { name: /^Filtri/ }).click();
  await page.getByRole('combobox', { name: 'U klubu' }).selectOption({ label: CLUB });
  await page.getByText('Šušnjić').first().waitFor({ state: 'detached' });
}

/** The first administrator comes by the invitation and has the club, and nothing of what is above it; who opened it sees that. */
async function handOver(fixture: PagesFixture, seer: Page): Promise<void> {
  const page = await enterInvited(fixture, FIRST.email);
  await fixture.inspect(page, 'club-handed-over', 'dark-on-desktop');
  await page.goto(`${fixture.origin}/admin/tenants`);
  await page.getByRole('heading', { level: 1, name: NEW_CLUB }).waitFor();
  assert.equal(await page.getByText(NORTH).count(), 0, 'what is above is not there');
  await fixture.inspect(page, 'own-club');
  await seer.goto(`${fixture.origin}/admin/tenants`);
  await row(seer, NEW_CLUB).click();
  await seer.getByRole('heading', { level: 1, name: NEW_CLUB }).waitFor();
  await seer.getByRole('link', { name: `${FIRST.ime} ${FIRST.prezime}` }).waitFor();
  await fixture.inspect(seer, 'club-from-above');
}

for (const size of BOTH_SIZES)
  test(`the tree of federations and clubs on a ${size}: folding, search, moving, a club below that is handed over`, {
    timeout: 300_000,
  }, async (t) => {
    const fixture = await openPagesFixture(t, size);
    const page = await fixture.visit('/login');
    await signInAsAdmin(page);
    await page.waitForURL((address) => address.pathname !== '/login');
    await page.goto(`${fixture.origin}/admin/tenants`);
    await page.getByRole('table', { name: 'Savezi i klubovi' }).waitFor();
    assert.equal(await page.locator('.tree-cell').count(), 0, 'a list without anything below is flat');
    const { north } = await plantTree(fixture);
    await page.reload();
    await page.getByRole('treegrid', { name: 'Savezi i klubovi' }).waitFor();
    await foldByKeys(page);
    await fixture.inspect(page, 'tenant-tree', 'dark-on-desktop');
    const seer = await enterInvited(fixture, SEER.email);
    await moveClub(fixture, page);
    await page.goto(`${fixture.origin}/admin/tenants?open=${north}`);
    await page.getByRole('heading', { name: 'Iznad i ispod' }).waitFor();
    await page.getByRole('link', { name: CLUB }).waitFor();
    await fixture.inspect(page, 'tenant-belonging');
    await openClubBelow(fixture, seer, size);
    await handOver(fixture, seer);
  });
