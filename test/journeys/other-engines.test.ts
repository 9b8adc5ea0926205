// engine: browser
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { PAGE_PATHS } from '../../web/routing/pages.ts';
import { addDocument } from './add-document.ts';
import { openPagesFixture, openUsers, untilHolds } from './pages-fixture.ts';

/** Safari gives a clicked button no focus, and takes it from whatever had it. */
const CLICKS_LIKE_SAFARI = `addEventListener('mousedown', (event) => {
  if (event.target.closest('button, a, input[type=checkbox]') === null) return;
  event.preventDefault();
  document.activeElement?.blur();
}, true)`;

test('where a click gives a button no focus, what it opened still returns there', { timeout: 120_000 }, async (t) => {
  const page = await openUsers(await openPagesFixture(t, 'desktop'));
  await page.evaluate(CLICKS_LIKE_SAFARI);
  for (const name of ['Dodaj osobu', 'Uredi prikaz']) {
    await page.getByRole('button', { name, exact: true }).click();
    await page.locator('[role=dialog], [role=menu]').first().waitFor();
    await page.keyboard.press('Escape');
    await page.locator('[role=dialog], [role=menu]').first().waitFor({ state: 'detached' });
    await untilHolds(page, `document.activeElement.textContent.trim() === '${name}'`);
  }
});

test('the way back to a page in the cache shows nothing of a user who has signed out', {
  timeout: 120_000,
}, async (t) => {
  const page = await openUsers(await openPagesFixture(t, 'desktop'));
  const comeBack = (meanwhile: string) =>
    page.evaluate(`dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }));
      ${meanwhile};
      dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
      document.body.textContent.includes('Ljudi')`);
  assert.equal(await comeBack(''), true, 'still signed in');
  assert.equal(await comeBack('localStorage.clear()'), false);
  await page.waitForURL((address) => address.pathname === PAGE_PATHS.login);
});

test('nothing is said to be copied where the browser copies nothing', { timeout: 120_000 }, async (t) => {
  const page = await openUsers(await openPagesFixture(t, 'desktop'));
  await page.goto(new URL(`${PAGE_PATHS.profile}?tab=sigurnost`, page.url()).href);
  await page.evaluate(`Object.defineProperty(navigator, 'clipboard', { value: undefined })`);
  await page.getByRole('button', { name: 'Uključi drugi korak' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Kopiraj' }).click();
  await pause(300); // for the words that must not come
  assert.equal(await page.getByText('Kopirano').count(), 0);
});

/** Without what browsers of the last year brought. */
const WITHOUT_NEWS = `for (const [holder, ...names] of [
  [Map.prototype, 'getOrInsert', 'getOrInsertComputed'], [WeakMap.prototype, 'getOrInsert', 'getOrInsertComputed'],
  [Promise, 'try'], [Math, 'sumPrecise'], [URL, 'parse'], [Uint8Array, 'fromBase64', 'fromHex'],
  [Uint8Array.prototype, 'toBase64', 'toHex'], [globalThis, 'Iterator', 'Float16Array'],
]) for (const name of names) delete holder[name];`;

test('a document opens in a browser that lacks the news of the last year', { timeout: 120_000 }, async (t) => {
  const fixture = await openPagesFixture(t, 'desktop');
  await addDocument(fixture, 'Statut saveza');
  const page = await fixture.visit('/login');
  await page.addInitScript(WITHOUT_NEWS);
  await page.route(/pdf\.worker/, async (route) => {
    const response = await route.fetch();
    const { 'content-encoding': _, ...headers } = response.headers();
    await route.fulfill({ headers, body: WITHOUT_NEWS + (await response.text()) });
  });
  await page.goto(`${fixture.origin}${PAGE_PATHS.documents}`);
  await page.getByRole('link', { name: 'Statut saveza' }).click();
  await page.getByRole('group', { name: 'Stranica 1', exact: true }).getByText('Statut saveza').waitFor();
});

test('WebKit shows what the search finds, and no grey button for the tenant', { timeout: 120_000 }, async (t) => {
  const page = await openUsers(await openPagesFixture(t, 'desktop'));
  assert.equal(await style(page, '.frame-tenant select', 'appearance'), 'none');
  await page.keyboard.press('Control+k');
  await page.locator('.search-list').waitFor({ state: 'attached' });
  assert.equal(await style(page, '.search-list', 'flexBasis'), 'auto');
});

test('no field on a phone is written so small that an iPhone zooms into it', { timeout: 240_000 }, async (t) => {
  const fixture = await openPagesFixture(t, 'phone');
  const page = await openUsers(fixture);
  const small: unknown[] = [];
  for (const path of Object.values(PAGE_PATHS)) {
    await page.goto(fixture.origin + path);
    await page.locator('h1').waitFor();
    await page.waitForLoadState('networkidle');
    small.push(...(await page.evaluate<unknown[]>(SMALL_FIELDS)));
  }
  assert.deepEqual(small, []);
});

const SMALL_FIELDS = `[...document.querySelectorAll('input:not([type=checkbox], [type=radio], [type=file]), select, textarea')]
  .filter((field) => parseFloat(getComputedStyle(field).fontSize) < 16)
  .map((field) => [location.pathname, field.ariaLabel ?? field.labels?.[0]?.textContent])`;

const style = (page: Page, selector: string, property: string): Promise<string> =>
  page.evaluate(`getComputedStyle(document.querySelector('${selector}'))['${property}']`);
