// engine: browser
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Page } from 'playwright-core';
import { ALIKE_SIZES, type Size } from './layouts.ts';
import { addPeople, openPagesFixture, openUsers } from './pages-fixture.ts';

const MANY = 230;
const surname = (number: number) => `Prezime ${String(number).padStart(3, '0')}`;
const PEOPLE = Array.from({ length: MANY }, (_, index) => ({
  email: `osoba${index + 1}@example.hr`,
  ime: 'Ime',
  prezime: surname(index + 1),
}));

for (const size of ALIKE_SIZES)
  test(`a long list on a ${size} goes on as one scrolls, sorts, selects and prints`, { timeout: 240_000 }, (t) =>
    useList(t, size),
  );

async function useList(t: TestContext, size: Size): Promise<void> {
  const fixture = await openPagesFixture(t, size);
  await addPeople(fixture, PEOPLE);
  const page = await openUsers(fixture);
  await page.getByText(`${MANY + 1} zapis`).waitFor();
  if (size === 'desktop') {
    await beginsDense(page);
    await keepsColumns(page);
  }
  const rows = page.locator('.data-table tr[data-index]');
  await page.evaluate('scrollTo(0, document.body.scrollHeight)');
  await page
    .getByRole('table')
    .and(page.locator(`[aria-rowcount="${MANY + 2}"]`))
    .waitFor();
  await page.evaluate('scrollTo(0, 0)');
  await rowOf(page, 2).waitFor();
  const inDocument = await rows.count();
  assert.ok(inDocument < 60, `${inDocument} of ${MANY + 1} rows are in the document`);
  await walkFar(page);
  await fixture.inspect(page, 'long-list');
  await selectRange(page);
  await page.emulateMedia({ media: 'print' });
  await rows.nth(MANY).waitFor({ state: 'attached' });
  await page.emulateMedia({ media: 'screen' });
  await rows.nth(MANY).waitFor({ state: 'detached' });
  if (size === 'desktop') await sortByHeads(page);
}

const rowOf = (page: Page, number: number) => page.getByRole('row', { name: `Otvori: Ime ${surname(number)}` });
const focusedRow = (page: Page) => page.evaluate('document.activeElement.getAttribute("aria-label")');

/** More than a hundred people are dense from the start, surname first and with telephones, until somebody wants taller rows. */
async function beginsDense(page: Page): Promise<void> {
  const isDense = () => page.locator('.data-table').getAttribute('data-dense');
  assert.equal(await isDense(), 'true');
  await page.getByRole('columnheader', { name: 'Telefon' }).waitFor();
  await page.getByText(`${surname(1)} Ime`).waitFor();
  await page.getByRole('button', { name: 'Uredi prikaz' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Zbijeni redci' }).click();
  await page.keyboard.press('Escape');
  await page.reload();
  await page.getByText(`${MANY + 1} zapis`).waitFor();
  assert.equal(await isDense(), null, 'as somebody chose');
}

/** A search that finds one short name does not shift the columns. */
async function keepsColumns(page: Page): Promise<void> {
  const lefts = `[...document.querySelectorAll('.data-table th')].map((th) => Math.round(th.getBoundingClientRect().left))`;
  const before = await page.evaluate(lefts);
  await page.getByLabel('Traži ljude').fill(surname(17));
  await page.getByText('1 zapis', { exact: true }).waitFor();
  assert.deepEqual(await page.evaluate(lefts), before);
  await page.getByLabel('Traži ljude').press('Escape');
  await page.getByText(`${MANY + 1} zapis`).waitFor();
}

/** The focus is not lost when its row is scrolled out of view, and continues from there. */
async function walkFar(page: Page): Promise<void> {
  await page.getByLabel('Traži ljude').press('ArrowDown');
  const first = await focusedRow(page);
  for (let step = 0; step < 40; step++) await page.keyboard.press('ArrowDown');
  assert.equal(await rowIndex(page), 40);
  await page.evaluate('scrollTo(0, document.body.scrollHeight)');
  await rowOf(page, MANY - 3).waitFor();
  assert.equal(await rowIndex(page), 40, 'the focus survives scrolling away');
  await page.keyboard.press('ArrowDown');
  assert.equal(await rowIndex(page), 41);
  const { top, bottom, height } = await focusBox(page);
  assert.ok(top >= 60 && bottom <= height, `the row is in sight (${top} to ${bottom} of ${height})`);
  await page.keyboard.press('End');
  assert.equal(await rowIndex(page), MANY);
  await page.keyboard.press('Home');
  assert.equal(await focusedRow(page), first);
}

const rowIndex = async (page: Page) => Number(await page.evaluate('document.activeElement.dataset.index'));
const focusBox = (page: Page): Promise<{ top: number; bottom: number; height: number }> =>
  page.evaluate(`(() => {
    const { top, bottom } = document.activeElement.getBoundingClientRect();
    return { top, bottom, height: innerHeight };
  })()`);

async function selectRange(page: Page): Promise<void> {
  const box = (number: number) => page.getByLabel(`Odaberi: Ime ${surname(number)}`);
  await box(3).click();
  await box(9).click({ modifiers: ['Shift'] });
  await page.getByText('Odabrano: 7').waitFor();
  await box(5).click();
  await box(7).dispatchEvent('click', { shiftKey: true }); // a plain mouse event, as some browsers send it
  await page.getByText('Odabrano: 4').waitFor();
  await page.getByLabel('Odaberi sve prikazane').click();
  await page.getByText(`Odabrano: ${MANY}`).waitFor();
  await page.getByText('Odjednom ih može biti najviše 200').waitFor();
  await page.getByRole('button', { name: `Odaberi svih ${MANY + 1}` }).waitFor(); // all are loaded, but too many to name
  await page.getByLabel('Odaberi sve prikazane').click();
  await page.getByText(`Odabrano: ${MANY}`).waitFor({ state: 'detached' });
}

async function sortByHeads(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Osoba', exact: true }).click();
  await page.getByRole('columnheader', { name: 'Osoba' }).and(page.locator('[aria-sort=descending]')).waitFor();
  assert.equal(new URL(page.url()).searchParams.get('sort'), '-name');
  await page
    .locator('tr[data-index="0"]')
    .and(rowOf(page, MANY))
    .or(page.locator('tr[data-index="1"]').and(rowOf(page, MANY)))
    .first()
    .waitFor();
  await page.getByRole('button', { name: 'Dodano', exact: true }).click();
  await page.getByRole('columnheader', { name: 'Dodano' }).and(page.locator('[aria-sort=descending]')).waitFor();
  await page.locator('tr[data-index="0"]').and(rowOf(page, MANY)).waitFor();
}
