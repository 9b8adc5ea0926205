// engine: browser
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { ADMIN, addPeople, openPagesFixture, openUsers, untilHolds } from './pages-fixture.ts';

const MOST_KB = 150;
const WIDTHS = [320, 360, 390, 768, 1024, 1440];
const LONG_NAME = 'Hrvatski savez sportske rekreacije, planinarenja i sportova na vodi Primorsko-goranske županije';

/** Bytes on the wire, including response headers. */
async function transferOf(page: Page, visit: () => Promise<unknown>): Promise<number> {
  const network = await page.context().newCDPSession(page);
  await network.send('Network.enable');
  let bytes = 0;
  network.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  await visit();
  await page.waitForLoadState('networkidle');
  await network.detach();
  return bytes;
}

test('the sign-in page is small, including fonts', { timeout: 120_000 }, async (t) => {
  const fixture = await openPagesFixture(t, 'phone', {}, 'localhost'); // with a name, so the browser is asked for passkeys too
  const page = await fixture.visit('/api/site'); // the browser is up, and nothing of the pages is in its cache
  const bytes = await transferOf(page, async () => {
    await page.goto(`${fixture.origin}/login`);
    await page.getByRole('heading', { name: 'Prijava' }).waitFor();
  });
  t.diagnostic(`${(bytes / 1000).toFixed(1)} kB`);
  assert.ok(bytes <= MOST_KB * 1000, `${bytes} bytes`);
});

test('the page after the sign-in takes few requests, and is never white on a slow network', {
  timeout: 180_000,
}, async (t) => {
  const fixture = await openPagesFixture(t, 'desktop');
  await addPeople(fixture, [{ email: 'ana@example.hr', ime: 'Ana', prezime: 'Novak' }]);
  const page = await fixture.visit('/login');
  await page.getByLabel('E-adresa').waitFor();
  const network = await page.context().newCDPSession(page);
  await network.send('Network.enable');
  // Delayed, so that what loads ahead while the password is typed would otherwise be waited for.
  const slow = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 94_000 };
  await network.send('Network.emulateNetworkConditions', slow);
  await page.getByLabel('E-adresa').fill(ADMIN.email);
  await page.getByLabel('Lozinka', { exact: true }).pressSequentially(ADMIN.password, { delay: 100 });
  await page.waitForLoadState('networkidle');
  let [requests, bytes] = [0, 0];
  network.on('Network.loadingFinished', ({ encodedDataLength }) => {
    requests += encodedDataLength > 0 ? 1 : 0; // from the cache: nothing
    bytes += encodedDataLength;
  });
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.pathname !== '/login');
  await page.locator('.frame-head, .skeleton-head').first().waitFor();
  await page.getByRole('region', { name: 'Glavne brojke' }).waitFor();
  await page.waitForLoadState('networkidle');
  t.diagnostic(`${requests} requests, ${(bytes / 1000).toFixed(0)} kB after the sign-in`);
  assert.ok(requests <= 20, `${requests} requests`);
  assert.ok(bytes <= 350_000, `${bytes} bytes`);
  await page.getByRole('link', { name: 'Dnevnik', exact: true }).first().click();
  await page.locator('.skeleton-page').waitFor({ timeout: 5000 });
  await page.getByRole('heading', { name: 'Dnevnik' }).waitFor();
});

test('the drawing of the sign-in page never covers the name, at any width and for any name', {
  timeout: 120_000,
}, async (t) => {
  const fixture = await openPagesFixture(t, 'desktop');
  const call = await addPeople(fixture, []);
  assert.equal((await call('PUT /api/admin/tenants/1', { name: LONG_NAME })).status, 200);
  const page = await fixture.visit('/login');
  await page.getByText(LONG_NAME).waitFor();
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: width < 768 ? 780 : 900 });
    const boxes = (await page.evaluate(`['.lanes', '.entry-name', '.entry-words'].map((name) => {
      const part = document.querySelector(name);
      const range = document.createRange();
      range.selectNodeContents(part);
      const { left, right, top, bottom } = (name === '.lanes' ? part : range).getBoundingClientRect();
      return { left, right, top, bottom };
    })`)) as Record<'left' | 'right' | 'top' | 'bottom', number>[];
    const [lanes, ...texts] = boxes;
    assert.ok(lanes);
    for (const text of texts)
      assert.ok(
        text.right <= lanes.left || text.left >= lanes.right || text.bottom <= lanes.top || text.top >= lanes.bottom,
        JSON.stringify({ width, lanes, text }),
      );
    if (width === 320 || width === 768 || width === 1440) await fixture.inspect(page, `login-${width}`);
  }
});

test('a search answers within a tenth of a second of the last letter', { timeout: 120_000 }, async (t) => {
  const fixture = await openPagesFixture(t, 'desktop');
  const people = ['Ana', 'Bruno', 'Cvita', 'Dora', 'Ema', 'Fran'];
  await addPeople(
    fixture,
    people.map((ime) => ({ email: `${ime.toLowerCase()}@example.hr`, ime, prezime: 'Novak' })),
  );
  const page = await openUsers(fixture);
  const field = page.getByLabel('Traži ljude');
  const times: number[] = [];
  const search = async (ime: string) => {
    await field.fill('');
    await page.getByText('Cvita Novak').first().waitFor();
    times.push(
      (await page.evaluate(`new Promise((resolve) => {
        const field = document.querySelector('.search-field input');
        const rows = () => document.querySelectorAll('.data-table tbody tr[data-index]').length;
        const from = performance.now();
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(field, '${ime}');
        field.dispatchEvent(new Event('input', { bubbles: true }));
        const look = () => (rows() === 1 ? resolve(performance.now() - from) : requestAnimationFrame(look));
        look();
      })`)) as number,
    );
  };
  // Other tests take the cores meanwhile, so the shortest counts: what a search itself takes, it takes every time.
  for (let round = 0; round < 5 && !times.some((ms) => ms <= 100); round++) for (const ime of people) await search(ime);
  t.diagnostic(times.map(Math.round).join(' '));
  assert.ok(Math.min(...times) <= 100, times.join(' '));
});

test('the mark is drawn before the scripts have come', { timeout: 120_000 }, async (t) => {
  const fixture = await openPagesFixture(t, 'desktop');
  const page = await fixture.visit('/api/site');
  const scripts = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', (route) => scripts.promise.then(() => route.continue()));
  await page.goto(`${fixture.origin}/login`, { waitUntil: 'commit' });
  const mark = page.locator('.arriving svg');
  await mark.waitFor();
  await untilHolds(page, "performance.getEntriesByName('first-paint').length > 0");
  await untilHolds(page, "getComputedStyle(document.querySelector('.arriving')).opacity === '1'");
  assert.equal(Math.round((await mark.boundingBox())?.width ?? 0), 64);
  scripts.resolve();
  await page.getByRole('heading', { name: 'Prijava' }).waitFor();
  assert.equal(await mark.count(), 0);
});
