// engine: browser
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { type TestContext, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { ALIKE_SIZES, type Size } from './layouts.ts';
import { addPeople, openPagesFixture, openUsers, type PagesFixture } from './pages-fixture.ts';

const MANY = 120;
const PEOPLE = Array.from({ length: MANY }, (_, index) => ({
  email: `osoba${index + 1}@example.hr`,
  ime: 'Šime',
  prezime: `Žganec ${String(index + 1).padStart(3, '0')}`,
}));

for (const size of ALIKE_SIZES)
  test(
    `pages on a ${size}: everybody on a list is invited, told in a report, and taken back`,
    { timeout: 240_000 },
    (t) => actOnEverybody(t, size),
  );

async function actOnEverybody(t: TestContext, size: Size): Promise<void> {
  const fixture = await openPagesFixture(t, size);
  await addPeople(fixture, PEOPLE);
  const page = await openUsers(fixture);
  await page.getByText(`${MANY + 1} zapis`).waitFor();
  await selectEverybody(fixture, page);
  await inviteEverybody(fixture, page);
  await readReport(page);
  await findInLog(fixture, page);
  await takeBack(fixture, page);
}

/** Extends the selection from the shown people to everybody who matches the filter; another filter resets it. */
async function selectEverybody(fixture: PagesFixture, page: Page): Promise<void> {
  const bar = page.getByRole('region', { name: 'Radnje s odabranima' });
  await page.getByRole('checkbox', { name: 'Odaberi sve prikazane' }).check();
  await bar.getByText('Odabrano: 49').waitFor();
  await fixture.inspect(page, 'bulk-shown');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.bringToFront(); // a page without the focus may not write to the clipboard
  await bar.getByRole('button', { name: 'Kopiraj adrese' }).click();
  await liesBeside(page.getByText('Kopirano je 49 adresa.'), bar);
  const copied = String(await page.evaluate('navigator.clipboard.readText()')).split('; ');
  assert.equal(copied.length, 49);
  assert.ok(copied.includes('osoba1@example.hr'));
  await fitsEveryWindow(page, bar);
  await bar.getByRole('button', { name: `Odaberi svih ${MANY + 1}` }).click();
  await bar.getByText(`Odabrano je svih ${MANY + 1}`).waitFor();
  await fixture.inspect(page, 'bulk-everybody');
  await page.getByLabel('Traži ljude').fill('žganec 00');
  await page.getByText('9 zapisa').waitFor();
  await bar.getByText('Odabrano: 49').waitFor();
  await page.getByLabel('Traži ljude').press('Escape');
  await bar.getByText(`Odabrano je svih ${MANY + 1}`).waitFor();
}

/** A toast stays while the pointer is on it, so it may cover no button of the bar. */
async function liesBeside(toast: Locator, bar: Locator): Promise<void> {
  await toast.waitFor();
  const [above, below] = [await toast.boundingBox(), await bar.boundingBox()];
  assert.ok(above && below);
  assert.ok(above.y + above.height < below.y || above.y > below.y + below.height);
}

/** Neither the bar nor a word on its buttons is cut, from a laptop to the narrowest phone. */
async function fitsEveryWindow(page: Page, bar: Locator): Promise<void> {
  const size = page.viewportSize();
  assert.ok(size);
  for (const width of [1280, 1024, 768, 360, 320]) {
    await page.setViewportSize({ width, height: size.height });
    assert.equal(await page.evaluate('document.documentElement.scrollWidth'), width);
    const cut = await bar
      .locator('.mantine-Button-label')
      .evaluateAll((labels) =>
        labels.filter((label) => label.scrollWidth > label.clientWidth).map((label) => label.textContent),
      );
    assert.deepEqual(cut, [], `at ${width} px`);
  }
  await page.setViewportSize(size);
}

async function inviteEverybody(fixture: PagesFixture, page: Page): Promise<void> {
  const job = /\/api\/admin\/bulk-acts\/\d+$/;
  await page.route(job, async (route) => {
    const response = await route.fetch();
    const json = await response.json();
    const running = { status: 'running', done: 70, refused: 1, seconds_left: 12, people_per_second: 4, actions: [] };
    await route.fulfill({ response, json: { ...json, ...running } });
  });
  await page.getByRole('button', { name: 'Pošalji pozivnice' }).click();
  const dialog = page.getByRole('dialog', { name: `Pozvati ${MANY + 1} osobu?` });
  await dialog.waitFor();
  await fixture.inspect(page, 'bulk-question');
  await dialog.getByRole('button', { name: /^Pošalji [\d.]+ pozivnic/ }).click();
  await page.getByRole('progressbar', { name: 'Pozivnice se šalju' }).waitFor();
  await page.getByText('71 od 121').waitFor();
  await page.getByText('još oko 0:12').waitFor();
  await fixture.inspect(page, 'bulk-running');
  await page.reload();
  await page.getByText('71 od 121').waitFor();
  await page.unrouteAll({ behavior: 'wait' }); // an answer under way is still given
  await page.getByText(`Pozvano je ${MANY} ljudi.`).waitFor();
  await page.getByText('1 osoba je preskočena.').waitFor();
  await page.getByText('to ste vi').waitFor();
  await fixture.inspect(page, 'bulk-done');
  await fixture.mailedLink('osoba120@example.hr', '/setup-password');
}

async function readReport(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Izvješće' }).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Tablica (CSV)' }).click(),
  ]);
  assert.match(file.suggestedFilename(), /^skupna-radnja-\d+\.csv$/);
  const lines = readFileSync(await file.path(), 'utf8')
    .trim()
    .split('\r\n');
  assert.equal(lines.length, 1 + MANY + 1);
  assert.match(lines[1] ?? '', /Nije učinjeno;To ste Vi\.$/);
  assert.match(lines[2] ?? '', /^Šime Žganec \d+;osoba\d+@example\.hr;Učinjeno;$/);
}

/** Whoever has left finds the act, and what undoes it, by its record in the log. */
async function findInLog(fixture: PagesFixture, page: Page): Promise<void> {
  await page.goto(`${fixture.origin}/admin/audit`);
  await page.getByRole('row').filter({ hasText: 'završena skupna radnja' }).first().click();
  await page.getByRole('link', { name: 'Otvori tu skupnu radnju' }).click();
  await page.getByText(`Pozvano je ${MANY} ljudi.`).waitFor();
}

async function takeBack(fixture: PagesFixture, page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Poništi radnju' }).click();
  const dialog = page.getByRole('dialog', { name: 'Poništiti ovu radnju?' });
  await dialog.getByText('poveznice u njima više ne rade').waitFor();
  await fixture.inspect(page, 'bulk-undo');
  await dialog.getByRole('button', { name: `Poništi za ${MANY} ljudi` }).click();
  await page.getByText(`Radnja je poništena za ${MANY} ljudi.`).waitFor();
  await fixture.inspect(page, 'bulk-undone');
  await page.getByRole('button', { name: 'Zatvori' }).click();
  await page.getByText(`Radnja je poništena za ${MANY} ljudi.`).waitFor({ state: 'detached' });
  await page.getByText('Bez pozivnice', { exact: true }).filter({ visible: true }).first().waitFor();
}
