// engine: browser
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { addPeople, openPagesFixture, openUsers } from './pages-fixture.ts';

const MANY = 70;
const surname = (number: number) => `Prezime ${String(number).padStart(3, '0')}`;
const PEOPLE = Array.from({ length: MANY }, (_, index) => ({
  email: `osoba${index + 1}@example.hr`,
  ime: 'Ime',
  prezime: surname(index + 1),
}));

const nameOf = (number: number) => `Ime ${surname(number)}`;
const rowOf = (page: Page, number: number) => page.getByRole('row', { name: `Otvori: ${nameOf(number)}` });
const drawerOf = (page: Page, number: number) => page.getByRole('dialog', { name: nameOf(number) });
const question = (page: Page) => page.getByRole('dialog', { name: 'Imate nespremljene promjene' });
const focused = (page: Page) => page.evaluate('document.activeElement.getAttribute("aria-label")');

/** The open row, between the head of the table and the lower edge. */
async function seesOpenRow(page: Page, number: number): Promise<void> {
  const box = await page.locator('.data-table tr[data-open]').and(rowOf(page, number)).boundingBox();
  const height = page.viewportSize()?.height ?? 0;
  assert.ok(box && box.y >= 60 && box.y + box.height <= height, JSON.stringify({ number, box }));
}

async function isInSight(page: Page, one: Locator): Promise<void> {
  const box = await one.boundingBox();
  const height = page.viewportSize()?.height ?? 0;
  assert.ok(box && box.y >= 0 && box.y + box.height <= height, JSON.stringify(box));
}

/** Presses J so often, faster than any machine shows what each leads to. */
const walkOn = (page: Page, steps: number): Promise<unknown> =>
  page.evaluate(`for (let step = 0; step < ${steps}; step++)
    document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: 'j', bubbles: true }))`);

test('a person stands beside the list, which stays in use: rows, J and K, arrows, Esc', {
  timeout: 300_000,
}, async (t) => {
  const fixture = await openPagesFixture(t, 'desktop');
  const call = await addPeople(fixture, PEOPLE);
  const page = await openUsers(fixture);
  const before = await rowOf(page, 4).boundingBox();
  await rowOf(page, 4).click();
  await drawerOf(page, 4).waitFor();
  const moved = ((await rowOf(page, 4).boundingBox())?.y ?? 0) - (before?.y ?? 0);
  assert.ok(Math.abs(moved) < 1, `the row stays under the pointer (${moved} px)`);
  assert.equal(await drawerOf(page, 4).getAttribute('aria-modal'), null);
  assert.equal(await page.locator('.side-overlay').count(), 0);
  for (const width of [1280, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await fixture.inspect(page, `drawer-beside-${width}`, 'both');
    assert.equal(await page.evaluate('document.documentElement.scrollWidth'), width);
  }
  await rowOf(page, 6).click(); // bright, and to be clicked
  await drawerOf(page, 6).waitFor();
  await seesOpenRow(page, 6);
  await page.keyboard.press('j');
  await drawerOf(page, 7).waitFor();
  await page.keyboard.press('ArrowDown');
  await drawerOf(page, 8).waitFor();
  await page.keyboard.press('k');
  await drawerOf(page, 7).waitFor();
  await page.keyboard.press('ArrowUp');
  await drawerOf(page, 6).waitFor();
  await seesOpenRow(page, 6);
  const openIn = () => Number(new URL(page.url()).searchParams.get('open'));
  const { body } = await call(`GET /api/admin/users?q=osoba6@example.hr`);
  assert.equal(openIn(), body.items[0].id, 'the address names the person');
  await page.waitForTimeout(400);

  // Past the first page, without a visit to each of them.
  await walkOn(page, 40);
  await drawerOf(page, 46).waitFor();
  await rowOf(page, 61).waitFor({ state: 'attached' });
  await walkOn(page, 15);
  await drawerOf(page, 61).waitFor();
  await seesOpenRow(page, 61);
  await page.getByRole('tab', { name: 'Dnevnik' }).click();
  await page.waitForTimeout(400);
  const { body: log } = await call('GET /api/admin/audit?action=user.read&limit=100');
  assert.ok(log.items.length <= 20, `${log.items.length} people count as viewed`);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  assert.equal(await focused(page), `Otvori: ${nameOf(61)}`, 'the row of the person shown last');
  await page.keyboard.press('ArrowDown');
  assert.equal(await focused(page), `Otvori: ${nameOf(62)}`);
  await page.keyboard.press('Enter');
  await drawerOf(page, 62).waitFor();
  await page.goBack();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  assert.equal(new URL(page.url()).searchParams.get('open'), null);
});

test('beside the list acts stay in sight, and what is typed is asked about or stays', {
  timeout: 300_000,
}, async (t) => {
  const fixture = await openPagesFixture(t, 'desktop');
  await addPeople(fixture, PEOPLE.slice(0, 9));
  const page = await openUsers(fixture);
  await page.setViewportSize({ width: 1280, height: 640 });
  await rowOf(page, 2).click();
  const drawer = drawerOf(page, 2);
  await isInSight(page, drawer.getByRole('button', { name: 'Obustavi pristup' }));
  await isInSight(page, drawer.getByRole('button', { name: 'Pošalji pozivnicu' }));
  await page.evaluate(`document.querySelector('.side-drawer').scrollTo(0, 99999)`);
  await isInSight(page, drawer.getByRole('button', { name: 'Obustavi pristup' }));
  await fixture.inspect(page, 'drawer-beside-low');
  const phone = page.getByLabel('Telefon');
  await phone.fill('+385 91 234 567');
  await phone.press('End');
  await phone.press('8');
  await isInSight(page, drawer.getByRole('button', { name: 'Spremi' }));
  await page.getByLabel('Traži ljude').fill('prezime');
  await page.waitForURL(/q=prezime/);
  assert.equal(await question(page).count(), 0, 'a search beside the form takes nothing from it');
  await rowOf(page, 5).click();
  await question(page).getByRole('button', { name: 'Natrag' }).click();
  await drawer.waitFor();
  await drawer.getByRole('tab', { name: 'Profil' }).focus();
  await page.keyboard.press('j');
  await question(page).getByRole('button', { name: 'Natrag' }).click();
  for (const width of [1100, 390, 1280]) {
    await page.setViewportSize({ width, height: 640 });
    await page.waitForTimeout(100);
    assert.equal(await drawer.getAttribute('aria-modal'), width < 1280 ? 'true' : null);
    assert.equal(await phone.inputValue(), '+385 91 234 5678', `at ${width}`);
  }
  await page.emulateMedia({ media: 'print' });
  assert.equal(await page.locator('.data-table').isVisible(), false, 'on paper the person takes the place of the list');
  assert.equal(await drawer.getByRole('heading', { name: nameOf(2) }).isVisible(), true);
  await page.emulateMedia({ media: 'screen' });
  assert.equal(await phone.inputValue(), '+385 91 234 5678', 'after printing');
  await drawer.getByRole('button', { name: 'Spremi' }).click();
  await page.getByText(`Spremljeno: ${nameOf(2)}.`).waitFor();
});

test('on a phone the drawer lies over the list and keeps the focus', { timeout: 180_000 }, async (t) => {
  const fixture = await openPagesFixture(t, 'phone');
  await addPeople(fixture, PEOPLE.slice(0, 9));
  const page = await openUsers(fixture);
  await rowOf(page, 2).click();
  const drawer = drawerOf(page, 2);
  assert.equal(await drawer.getAttribute('aria-modal'), 'true');
  await isInSight(page, drawer.getByRole('button', { name: 'Obustavi pristup' }));
  await fixture.inspect(page, 'drawer-over-phone', 'both');
  await page.keyboard.press('j');
  await drawer.waitFor();
  for (let step = 0; step < 40; step++) await page.keyboard.press('Tab');
  assert.equal(await page.evaluate(`document.activeElement.closest('.side-drawer') !== null`), true);
  await page.setViewportSize({ width: 768, height: 900 });
  await fixture.inspect(page, 'drawer-over-tablet', 'both');
  await page.keyboard.press('Escape');
  await drawer.waitFor({ state: 'detached' });
  assert.equal(await focused(page), `Otvori: ${nameOf(2)}`);
});

test('beside cards J and K walk too, as fast as they are pressed', { timeout: 180_000 }, async (t) => {
  const fixture = await openPagesFixture(t, 'desktop');
  await addPeople(fixture, PEOPLE.slice(0, 20));
  const page = await openUsers(fixture);
  await page.goto(`${fixture.origin}/crm/v2`);
  await page.getByRole('button', { name: nameOf(2), exact: true }).click();
  await drawerOf(page, 2).waitFor();
  for (const key of 'jjjjjjjjkkjjj') await page.keyboard.press(key);
  await drawerOf(page, 11).waitFor();
  await page.getByRole('button', { name: nameOf(4), exact: true }).click();
  await drawerOf(page, 4).waitFor();
  await page.keyboard.press('k');
  await drawerOf(page, 3).waitFor();
});

for (const [name, path, row] of [
  ['the log', '/admin/audit', 'tbody tr[tabindex]'],
  ['the mails', '/admin/mails', 'tbody tr[tabindex]'],
] as const)
  test(`${name} has its entries beside the list`, { timeout: 180_000 }, async (t) => {
    const fixture = await openPagesFixture(t, 'desktop');
    const call = await addPeople(fixture, PEOPLE.slice(0, 3));
    const { body } = await call('GET /api/admin/users?role=member');
    for (const { id } of body.items) await call(`POST /api/admin/users/${id}/invite`, {});
    const page = await openUsers(fixture);
    await page.goto(`${fixture.origin}${path}`);
    await page.locator(row).nth(1).click();
    await page.locator('.side-drawer[data-beside]').waitFor();
    const first = page.url();
    await fixture.inspect(page, `drawer-beside-${name.replaceAll(' ', '-')}`, 'both');
    await page.keyboard.press('j');
    await page.waitForURL((url) => url.href !== first);
    await page.keyboard.press('k');
    await page.waitForURL(first);
    await page.keyboard.press('Escape');
    await page.locator('.side-drawer').waitFor({ state: 'detached' });
    assert.equal(await page.evaluate('document.activeElement.tagName'), 'TR');
  });
