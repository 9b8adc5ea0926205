// engine: browser
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { PAGE_PATHS } from '../../web/routing/pages.ts';
import { addDocument } from './add-document.ts';
import { openPagesFixture, signInAsAdmin, untilHolds } from './pages-fixture.ts';

const STOPS = 60;

/** What has the focus, and whether it shows: by a ring of its own or of the box it fills. */
const FOCUSED = `(() => {
  const one = document.activeElement;
  if (one === null || one === document.body) return undefined;
  const rings = [[one], [one, '::after'], [one.parentElement]].some(([element, part]) => {
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element, part);
    return (outlineStyle !== 'none' && parseFloat(outlineWidth) >= 1) || boxShadow !== 'none';
  });
  const { tagName, type, name } = one;
  const { bottom, top } = one.getBoundingClientRect();
  return { rings: rings && bottom > 0 && top < innerHeight,
    what: [tagName, type, name, one.ariaLabel ?? one.textContent.slice(0, 30)].filter(Boolean).join(' ') };
})()`;

test('wherever Tab leads, the focus is in sight and has a ring', { timeout: 240_000 }, async (t) => {
  const fixture = await openPagesFixture(t, 'desktop');
  const page = await fixture.visit('/login');
  const bare = new Set(await bareStops(page, 10, '/login'));
  await signInAsAdmin(page);
  await page.waitForURL((address) => address.pathname !== '/login');
  for (const path of [
    PAGE_PATHS.directory,
    PAGE_PATHS.users,
    PAGE_PATHS.audit,
    PAGE_PATHS.factors,
    PAGE_PATHS.profile,
  ]) {
    await page.goto(fixture.origin + path);
    await page.locator('h1').waitFor();
    await page.waitForLoadState('networkidle');
    for (const stop of await bareStops(page, STOPS, path)) bare.add(stop);
  }
  assert.deepEqual([...bare], []);
});

async function bareStops(page: Page, most: number, path: string): Promise<string[]> {
  const found: string[] = [];
  for (let stop = 0; stop < most; stop++) {
    await page.keyboard.press('Tab');
    const focused = await page.evaluate<{ rings: boolean; what: string } | undefined>(FOCUSED);
    if (focused && !focused.rings) found.push(`${path} ${focused.what}`);
  }
  return found;
}

test('no letter is lost that is typed while the search opens', { timeout: 120_000 }, async (t) => {
  const fixture = await openPagesFixture(t, 'desktop');
  const page = await fixture.visit('/login');
  await signInAsAdmin(page);
  await page.getByRole('heading', { name: 'Pregled' }).waitFor();
  await page.route(/\/search-dialog-[^/]*\.js$/, async (route) => {
    await pause(250);
    await route.continue();
  });
  for (const delay of [5, 20, 40, 60, 80]) {
    await page.goto(`${fixture.origin}/admin/audit`);
    await page.getByRole('heading', { name: 'Dnevnik' }).waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('odjava', { delay });
    const field = page.getByRole('combobox', { name: 'Traži ljude, dokumente i stranice' });
    await page
      .getByRole('option', { name: 'Odjava', exact: true })
      .waitFor({ timeout: 5000 })
      .catch(() => {});
    assert.equal(await field.inputValue(), 'odjava', `a letter each ${delay} ms`);
  }
});

test('the search opens again for a shortcut in the moment of its closing', { timeout: 120_000 }, async (t) => {
  const fixture = await openPagesFixture(t, 'desktop');
  const page = await fixture.visit('/login');
  await signInAsAdmin(page);
  await page.getByRole('heading', { name: 'Pregled' }).waitFor();
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: 'Traži ljude, dokumente i stranice' });
  await field.fill('odjava');
  await page.keyboard.press('Control+k');
  assert.equal(await field.inputValue(), 'odjava', 'an open search stays as it is');
  await page.evaluate(`(() => {
    document.querySelector('.search-dialog').close(); // its event comes in a later task
    window.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true, cancelable: true }));
  })()`);
  await untilHolds(
    page,
    `document.activeElement.matches('.search-dialog[open] input') && document.activeElement.value === ''`,
  );
  await page.keyboard.press('Escape');
  await field.waitFor({ state: 'detached' });
});

test('commands are found by what people call them, whatever the case of the noun', { timeout: 120_000 }, async (t) => {
  const fixture = await openPagesFixture(t, 'desktop');
  const page = await fixture.visit('/login');
  await signInAsAdmin(page);
  await page.getByRole('heading', { name: 'Pregled' }).waitFor();
  await page.keyboard.press('/');
  const field = page.getByRole('combobox', { name: 'Traži ljude, dokumente i stranice' });
  for (const [said, name] of [
    ['pozovi', 'Pozovi novu osobu'],
    ['nova osoba', 'Pozovi novu osobu'],
    ['uvoz', 'Uvezi ljude iz datoteke'],
    ['lozinka', 'Promijeni lozinku'],
    ['uređaji', 'Pokaži moje uređaje i prijave'],
    ['moji podaci', 'Preuzmi moje podatke'],
    ['tamna tema', 'Uključi tamni izgled'],
    ['prečaci', 'Pokaži prečace tipkovnice'],
    ['odjava', 'Odjava'],
  ] as const) {
    await field.fill(said);
    await page.getByRole('option', { name, exact: true }).waitFor({ timeout: 10_000 });
  }
});

test('what was opened from a list leads back to its row, by Escape and by the way back', {
  timeout: 240_000,
}, async (t) => {
  const fixture = await openPagesFixture(t, 'desktop');
  await fixture.invite({ email: 'ana@example.hr', ime: 'Ana', prezime: 'Čavić' });
  await addDocument(fixture, 'Statut saveza');
  const page = await fixture.visit('/login');
  await signInAsAdmin(page);
  await page.waitForURL((address) => address.pathname !== '/login');
  const lost: string[] = [];
  for (const [path, opener] of [
    [PAGE_PATHS.users, 'tr[data-opens]'],
    [PAGE_PATHS.directory, 'button.person-opens'],
    [PAGE_PATHS.audit, 'tr[data-opens]'],
    [PAGE_PATHS.mails, 'tr[data-opens]'],
    [PAGE_PATHS.documents, 'a.document-title'],
    [PAGE_PATHS.tenants, 'tr[data-opens]'],
  ] as const) {
    await page.goto(fixture.origin + path);
    const rows = page.locator(opener);
    await rows.last().waitFor();
    await page.waitForLoadState('networkidle');
    await rows.last().focus();
    const before = await focused(page);
    await page.keyboard.press('Enter');
    await page.locator('[role=dialog], .pdf-room, .place').first().waitFor();
    await pause(500); // it has settled
    if (path === PAGE_PATHS.tenants) await page.goBack();
    else await page.keyboard.press('Escape');
    await page.waitForURL(fixture.origin + path);
    await pause(500);
    const after = await focused(page);
    if (after !== before) lost.push(`${path}: ${before} became ${after}`);
  }
  assert.deepEqual(lost, []);
});

const focused = (page: Page): Promise<string> =>
  page.evaluate(
    '[document.activeElement.tagName, document.activeElement.ariaLabel ?? document.activeElement.textContent].join(" ")',
  );
