// engine: browser
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cursorFrom } from '../../src/platform/http/page-cursor.ts';
import { ADMIN, addPeople, openPagesFixture, signInAsAdmin } from './pages-fixture.ts';

/** The response for a log of millions before anything was found. */
const SHORT = {
  items: [],
  total: 0,
  total_is_capped: true,
  limit: 50,
  searched_to: '2026-03-01T10:00:00.000Z',
  next_cursor: cursorFrom('audit', [Number.MAX_SAFE_INTEGER]),
};
/** The number of pages that are fetched automatically. */
const SHORT_PAGES = 60;

test('a search of a long log continues automatically, and then on request', { timeout: 240_000 }, async (t) => {
  const fixture = await openPagesFixture(t, 'desktop');
  const wrong = { email: ADMIN.email, password: 'kriva lozinka' };
  await fixture.service.call('POST /api/auth/login', { body: wrong });
  const page = await fixture.visit('/login');
  await signInAsAdmin(page);
  await page.waitForURL((address) => address.pathname !== '/login');
  let asked = 0;
  await page.route('**/api/admin/audit?*q=login.fail*', (route) =>
    asked++ < SHORT_PAGES ? route.fulfill({ json: SHORT }) : route.continue(),
  );
  await page.goto(`${fixture.origin}/admin/audit?q=login.fail`);
  await page.getByText('Zasad ništa ne odgovara filtrima.').waitFor({ timeout: 60_000 });
  await page.getByText(/^Pretraženo unatrag do: .*1\. ožujka 2026\./).waitFor();
  assert.equal(asked, SHORT_PAGES);
  await fixture.inspect(page, 'audit-searched');
  await page.getByRole('button', { name: 'Traži dalje' }).click();
  await page.locator('.data-table tr[tabindex]').first().waitFor();
  await page.getByText('1 zapis', { exact: true }).waitFor();
  assert.equal(asked, SHORT_PAGES + 1);
  assert.equal(await page.getByRole('button', { name: 'Traži dalje' }).count(), 0, 'all was seen');
});

test('a day is typed as people write it, whatever the language of the browser', { timeout: 120_000 }, async (t) => {
  const fixture = await openPagesFixture(t, 'desktop');
  const page = await fixture.visit('/admin/audit?from=2026-11-21');
  await signInAsAdmin(page);
  await page.getByRole('heading', { name: 'Dnevnik' }).waitFor();
  const from = page.getByLabel('Od dana');
  assert.equal(await from.inputValue(), '21. 11. 2026.');
  await from.fill('31. 2. 2026.');
  await page.keyboard.press('Enter');
  await page.getByText('Upišite dan, mjesec i godinu, na primjer 21. 11. 2026.').waitFor();
  await fixture.inspect(page, 'audit-day-wrong');
  for (const typed of ['1.3.2026', '01. 03. 2026.', '1/3/2026', '2026-03-01']) {
    await from.fill(typed);
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.searchParams.get('from') === '2026-03-01');
    assert.equal(await from.inputValue(), '1. 3. 2026.', typed);
  }
  await page.evaluate('dispatchEvent(new Event("beforeprint"))');
  await page.getByText(/Od dana: 1\. 3\. 2026\./).waitFor({ state: 'attached' });
  await page.getByRole('button', { name: 'Ukloni ovaj filtar' }).click();
  await page.waitForURL((url) => !url.searchParams.has('from'));
});

test('a record opens by its address though the list has not reached it, and a missing one says so', {
  timeout: 120_000,
}, async (t) => {
  const fixture = await openPagesFixture(t, 'desktop');
  await fixture.service.call('POST /api/auth/login', { body: { email: ADMIN.email, password: 'kriva lozinka' } });
  const { body } = await fixture.service.signIn(ADMIN.email, ADMIN.password);
  const failed = await fixture.service.call('GET /api/admin/audit?action=login.fail', { token: body.access_token });
  const [{ id }] = failed.body.items;
  const page = await fixture.visit(`/admin/audit?action=login.ok&record=${id}`);
  await signInAsAdmin(page);
  const drawer = page.getByRole('dialog');
  await drawer.getByText('Prijava nije uspjela').waitFor();
  await drawer.getByText('Odakle').waitFor();
  await fixture.inspect(page, 'audit-record-by-address');
  await page.keyboard.press('Escape');
  await drawer.waitFor({ state: 'detached' });
  assert.equal(new URL(page.url()).search, '?action=login.ok');
  await page.goto(`${fixture.origin}/admin/audit?record=999999`);
  await drawer.getByText('Takvog zapisa nema.').waitFor();
  await fixture.inspect(page, 'audit-record-missing');
});

test('a log that shows hundreds of like acts in one line does not read on by itself', {
  timeout: 180_000,
}, async (t) => {
  const fixture = await openPagesFixture(t, 'desktop');
  const call = await addPeople(fixture, [{ email: 'ana@example.hr', ime: 'Ana', prezime: 'Anić' }]);
  const { body } = await call('GET /api/admin/audit?action=user.create&limit=1');
  const page = await fixture.visit('/admin/audit'); // not by way of the overview, which asks the log too
  let asked = 0;
  await page.route('**/api/admin/audit?*', (route) => {
    const last = 1_000_000 - 50 * ++asked;
    const items = Array.from({ length: 50 }, (_, index) => ({ ...body.items[0], id: last + 49 - index }));
    return route.fulfill({ json: { ...body, items, total: 5000, next_cursor: cursorFrom('audit', [last]) } });
  });
  await signInAsAdmin(page);
  await page.getByRole('button', { name: 'Pokaži sve zajedno: 200' }).waitFor();
  await page.waitForTimeout(500);
  assert.equal(asked, 4, 'the first page, and three that come ahead of a reader');
  await page.getByRole('button', { name: 'Prikaži još' }).click();
  await page.getByRole('button', { name: 'Pokaži sve zajedno: 250' }).waitFor();
  assert.equal(asked, 5);
});
