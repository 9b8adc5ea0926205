// engine: browser
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { violationsOn } from './axe.ts';
import { BOTH_SIZES } from './layouts.ts';
import { addPeople, missesField, openPagesFixture, openUsers, type PagesFixture, untilHolds } from './pages-fixture.ts';

const withoutPdf = spawnSync('pdftotext', ['-v']).error && 'pdftotext is not installed (Debian: poppler-utils)';
const MANY = 130;
const PEOPLE = Array.from({ length: MANY }, (_, index) => ({
  email: `osoba${index + 1}@example.hr`,
  ime: 'Ime',
  prezime: `Prezime ${String(index + 1).padStart(3, '0')}`,
}));

/**
 * Each list, a column that is there at first, one that comes with dense rows or by choice, a filter in its address, and the
 * head of its file once the last column has moved to the front.
 */
const LISTS = [
  [
    '/admin/users',
    'Dodano',
    'Telefon',
    'role=member',
    'Prezime;Ime;Zadnja prijava;E-adresa;Telefon;Uloga;Status;Savez ili klub',
  ],
  [
    '/admin/invitations',
    'Pošiljatelj',
    'E-adresa',
    'state=pending',
    'Osoba;Vrijedi do;E-adresa;Pošiljatelj;Poslana;Poruka',
  ],
  ['/admin/mails', 'Vrsta', 'E-adresa', 'state=sent', 'Osoba;Nastala;Poslana;E-adresa;Vrsta;Stanje;Zašto nije poslana'],
  [
    '/admin/audit',
    'Uređaj',
    'Oznaka radnje',
    'action=people',
    'Vrijeme;Tko;Radnja;O kome;Pojedinosti;Oznaka;Uređaj;IP-adresa',
  ],
  ['/admin/privacy', 'Povod', 'E-adresa', 'origin=request', 'Rok;Osoba;Stanje;E-adresa;Povod;Zatraženo'],
  ['/admin/tenants', 'Dodan', 'Kratki naziv', 'q=savez', 'Naziv;Dodan;Kratki naziv;Godišnjaci'],
] as const;

const MENU_RULES = [
  'aria-required-children',
  'aria-required-parent',
  'aria-allowed-attr',
  'button-name',
  'color-contrast',
];

const openMenu = (page: Page) => page.getByRole('button', { name: 'Uredi prikaz', exact: true }).click();

async function turn(page: Page, ...entries: string[]): Promise<void> {
  await openMenu(page);
  for (const entry of entries) await page.getByRole('menuitemcheckbox', { name: entry, exact: true }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('menu').waitFor({ state: 'detached' });
}

const focused = (page: Page) => page.evaluate('document.activeElement.innerText.trim()');

/** Without a mouse: to the last column that is shown, and up with it past all others. Its head. */
async function moveLastToFront(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Uredi prikaz', exact: true }).press('Enter');
  await page.getByRole('menuitemcheckbox', { name: 'Zbijeni redci' }).and(page.locator(':focus')).waitFor();
  const columns = page.getByRole('group', { name: 'Stupci' }).getByRole('menuitemcheckbox');
  const count = await columns.count();
  const last = page.getByRole('group', { name: 'Stupci' }).getByRole('menuitemcheckbox', { checked: true }).last();
  const name = (await last.innerText()).trim();
  for (let step = 0; step <= count && (await focused(page)) !== name; step++) await page.keyboard.press('ArrowDown');
  for (let step = 0; step < count; step++) await page.keyboard.press('Alt+ArrowUp');
  assert.equal(await focused(page), name, 'the focus moves along');
  assert.equal((await columns.first().innerText()).trim(), name);
  assert.deepEqual(await violationsOn(page, MENU_RULES), [], 'the open menu');
  await page.keyboard.press('Escape');
  await page.getByRole('menu').waitFor({ state: 'detached' });
  return name;
}

async function headOfFile(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Preuzmi popis' }).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Tablica (CSV)' }).click(),
  ]);
  const [head = ''] = readFileSync(await file.path(), 'utf8').split('\r\n');
  return head.replace('\uFEFF', '');
}

/** Keys that stand where their text should: the text belongs to another page. */
const untranslated = (page: Page): Promise<string[]> =>
  page
    .locator('main')
    .evaluate(
      (main) => main.textContent?.match(/\b(?:list|users|invitations|mails|privacy|tenants)\.[a-z][\w.]*/gi) ?? [],
    );

const heads = async (page: Page) =>
  (await page.getByRole('columnheader').allInnerTexts()).map((text) => text.trim()).filter(Boolean);

test('every list has dense rows, columns of choice and views by name, which stay', { timeout: 300_000 }, async (t) => {
  const fixture = await openPagesFixture(t, 'desktop');
  await fixture.invite({ email: 'ana@example.hr', ime: 'Ana', prezime: 'Šarić' });
  await askForErasure(fixture);
  await fixture.invite({ email: 'ivo@example.hr', ime: 'Ivo', prezime: 'Đurić' });
  const page = await openUsers(fixture);
  for (const [path, first, chosen, filter, file] of LISTS) {
    await page.goto(`${fixture.origin}${path}?${filter}`);
    await page.locator('.data-table tbody tr[tabindex]').first().waitFor();
    const tall = await rowHeight(page);
    assert.ok((await heads(page)).includes(first), `${path} shows ${first}`);
    assert.ok(!(await heads(page)).includes(chosen), `${path} does not show ${chosen} at first`);
    await turn(page, 'Zbijeni redci', ...(path === '/admin/audit' ? [chosen] : []));
    await page.getByRole('columnheader', { name: chosen, exact: true }).waitFor();
    const dense = await rowHeight(page);
    assert.ok(dense <= 30 && dense < tall, `${path}: rows of ${tall} px, then of ${dense}`);
    const moved = await moveLastToFront(page);
    const shown = await heads(page);
    assert.ok(shown.indexOf(moved) <= shown.indexOf(chosen) && shown.indexOf(moved) < 3, `${path}: ${shown}`);
    await fixture.inspect(page, `dense-${path.split('/').at(-1)}`);
    assert.deepEqual(await untranslated(page), [], `${path} has texts for all it shows`);
    assert.equal(await headOfFile(page), file, `${path} as a file`);
    if (path === '/admin/users') continue; // its views are kept with the account
    await openMenu(page);
    await page.getByRole('menuitem', { name: 'Spremi ovaj prikaz…' }).click();
    await missesField(page, 'Spremi', 'Naziv prikaza');
    await page.getByLabel('Naziv prikaza').fill('Moj pogled');
    await page.keyboard.press('Enter');
    await page.getByText('Prikaz je spremljen: Moj pogled.').waitFor();
    await turn(page, chosen, 'Zbijeni redci');
    await openMenu(page);
    await page.getByRole('menuitem', { name: 'Vrati uobičajene stupce' }).click();
    await page.goto(fixture.origin + path);
    await page.locator('.data-table').waitFor();
    assert.ok(!(await heads(page)).includes(chosen), `${path} is as it was left`);
    await openMenu(page);
    await page.getByRole('menuitem', { name: 'Moj pogled', exact: true }).click();
    await page.waitForURL((address) => address.search.includes(filter));
    await page.getByRole('columnheader', { name: chosen, exact: true }).waitFor();
    assert.deepEqual(await heads(page), shown, `${path}: the view keeps the order`);
  }
});

async function drag(page: Page, from: Locator, to: Locator): Promise<void> {
  const [start, end] = [await from.boundingBox(), await to.boundingBox()];
  assert.ok(start && end);
  await page.mouse.move(start.x + 20, start.y + 10);
  await page.mouse.down();
  await page.mouse.move(end.x + 20, end.y + 10, { steps: 20 });
  await page.mouse.up();
}

test('columns move by buttons and by dragging, which turns none off; paper has their order', {
  timeout: 180_000,
  skip: withoutPdf,
}, async (t) => {
  const fixture = await openPagesFixture(t, 'desktop');
  const page = await openUsers(fixture);
  await page.locator('.data-table tbody tr[tabindex]').first().waitFor();
  await openMenu(page);
  const line = (name: string) => page.getByRole('menuitemcheckbox', { name, exact: true });
  await page.getByRole('menuitem', { name: 'Pomakni gore: Drugi korak' }).click();
  await page.getByText('Drugi korak: 5. od 8').waitFor({ state: 'attached' });
  await drag(page, line('Zadnja prijava'), line('Uloga'));
  const places = await page.getByRole('group', { name: 'Stupci' }).getByRole('menuitemcheckbox').allInnerTexts();
  const order = ['E-adresa', 'Telefon', 'Zadnja prijava', 'Uloga', 'Status', 'Drugi korak', 'Savez ili klub', 'Dodano'];
  assert.deepEqual(
    places.map((text) => text.trim()),
    order,
  );
  assert.equal(await line('Zadnja prijava').getAttribute('aria-checked'), 'true');
  await page.keyboard.press('Escape');
  const shown = ['Osoba', ...order.slice(2)];
  assert.deepEqual(await heads(page), shown);
  await page.reload();
  await page.locator('.data-table tbody tr[tabindex]').first().waitFor();
  assert.deepEqual(await heads(page), shown, 'the order is remembered');
  const pdf = await page.pdf({ format: 'A4', landscape: true });
  const paper = execFileSync('pdftotext', ['-layout', '-', '-'], { input: pdf, encoding: 'utf8' });
  assert.match(paper, /Osoba +Zadnja prijava +Uloga +Status +Drugi korak/);
});

async function askForErasure(fixture: PagesFixture): Promise<void> {
  const owner = await fixture.visit(await fixture.mailedLink('ana@example.hr', '/setup-password'));
  await owner.locator('input[autocomplete=new-password]').first().fill('plava barka na valu');
  await owner.keyboard.press('Enter');
  await owner.waitForURL((address) => address.pathname !== '/setup-password');
  const { body } = await fixture.service.signIn('ana@example.hr', 'plava barka na valu');
  assert.equal((await fixture.service.call('POST /api/users/me/erasure', { token: body.access_token })).status, 200);
}

const rowHeight = (page: Page) =>
  page
    .locator('.data-table tbody tr[tabindex]')
    .first()
    .evaluate((row) => row.getBoundingClientRect().height);

for (const size of BOTH_SIZES)
  test(`the log on a ${size} is a table by days, in either order, of which only rows in sight are in the document`, {
    timeout: 300_000,
  }, async (t) => {
    const fixture = await openPagesFixture(t, size);
    await addPeople(fixture, PEOPLE);
    const page = await openUsers(fixture);
    await page.goto(`${fixture.origin}/admin/audit?action=user.create`);
    const rows = page.locator('.data-table tbody tr[tabindex]');
    for (let loaded = 50; loaded < MANY; loaded += 50) {
      await rows.first().waitFor();
      await untilHolds(
        page,
        `(scrollTo(0, 1e9), document.querySelector('.data-table').ariaRowCount > ${Math.min(loaded + 50, MANY)})`,
      );
    }
    await page.evaluate('scrollTo(0, 0)');
    await page.getByRole('rowheader').or(page.locator('tr.group')).first().waitFor();
    assert.ok((await rows.count()) < 70, `${await rows.count()} rows are in the document`);
    await fixture.inspect(page, 'log-table');
    if (size === 'phone') await page.getByRole('button', { name: 'Više filtara' }).click();
    await page.getByLabel('Razdoblje').selectOption({ label: 'Zadnjih 7 dana' });
    await page.waitForURL(/span=7/);
    await page.getByLabel('Do dana').fill('1. 1. 2020.');
    await page.keyboard.press('Enter');
    await page.getByText('Ništa ne odgovara filtrima.').waitFor();
    assert.doesNotMatch(page.url(), /span=/, 'days of choice instead of a span');
    await page.getByRole('button', { name: 'Ukloni filtre' }).last().click();
    await rows.first().waitFor();
    await page.getByRole('columnheader', { name: 'Vrijeme' }).getByRole('button').click();
    await page.waitForURL(/sort=created/);
    await page.locator('th[aria-sort=ascending]').waitFor();
    await page.locator('.list-body[aria-busy=false]').waitFor();
    await rows.first().focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    const name = await page.getByRole('dialog').getByRole('heading').innerText();
    assert.match(name, /\.$/, 'a sentence');
    await page.keyboard.press('Escape');
    assert.deepEqual(await violationsOn(page, ['aria-dialog-name', 'empty-heading']), [], 'named while it closes');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });
