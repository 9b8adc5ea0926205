// engine: browser
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { addPeople, openPagesFixture, openUsers } from './pages-fixture.ts';

const WIDTHS = [320, 390, 768, 1440];
const PEOPLE = ['Ban', 'Car', 'Dujmović'].map((prezime, index) => ({
  email: `osoba${index}@example.hr`,
  ime: 'Ana',
  prezime,
}));

const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Prikazi' }).getByRole('button', { name, exact: true });

const inMenu = async (page: Page, view: string, entry: string) => {
  await page.getByRole('button', { name: `Uredi prikaz ${view}` }).click();
  await page.getByRole('menuitem', { name: entry }).click();
};

test('views are tabs with counts, kept with the account and shared by an administrator', {
  timeout: 240_000,
}, async (t) => {
  const fixture = await openPagesFixture(t, 'desktop');
  const call = await addPeople(fixture, PEOPLE);
  await fixture.invite({ email: 'ivo@example.hr', ime: 'Ivo', prezime: 'Đurić' });
  const colleague = { email: 'tajnica@example.hr', ime: 'Iva', prezime: 'Zec', role: 'admin', invite: true };
  assert.equal((await call('POST /api/admin/users', colleague)).status, 201);
  const page = await openUsers(fixture);
  const asked: string[] = [];
  page.on('request', (request) => /users\/views/.test(request.url()) && asked.push(request.url()));
  await page.reload();
  await tab(page, 'Svi 6').and(page.locator('[aria-current=page]')).waitFor();
  assert.equal(asked.length, 1, 'one request has every count');
  await tab(page, 'Nisu pozvani 3').click();
  await page.waitForURL(/invitation=none/);
  await page.locator('tbody tr[tabindex]').nth(2).waitFor();
  assert.equal(await page.locator('tbody tr[tabindex]').count(), 3);
  await tab(page, 'Nisu pozvani 3').and(page.locator('[aria-current=page]')).waitFor();

  await page.getByLabel('Uloga').selectOption({ label: 'Član' });
  await page.waitForURL(/role=member/);
  await page.getByLabel('Pozivnica').selectOption({ label: 'Sve pozivnice' });
  await page.getByRole('button', { name: 'Spremi kao prikaz' }).click();
  await page.getByLabel('Naziv prikaza').fill('Članovi');
  await page.keyboard.press('Enter');
  await page.getByText('Prikaz je spremljen: Članovi.').waitFor();
  await tab(page, 'Članovi 4').and(page.locator('[aria-current=page]')).waitFor();
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    await fixture.inspect(page, `view-tabs-${width}`, 'both');
    const wide = await page.evaluate('document.documentElement.scrollWidth');
    assert.ok(Number(wide) <= width, `${wide} at ${width}`);
  }

  await inMenu(page, 'Članovi', 'Podijeli s kolegama');
  await page.getByText('sada vide svi').waitFor();
  const other = await fixture.visit(await fixture.mailedLink('tajnica@example.hr', '/setup-password'));
  await other.locator('input[autocomplete=new-password]').first().fill('plava barka na valu');
  await other.keyboard.press('Enter');
  await other.waitForURL((address) => address.pathname !== '/setup-password');
  await other.goto(`${fixture.origin}/admin/users`);
  await other.getByRole('button', { name: /^Zajednički prikaz Članovi 4/ }).click();
  await other.waitForURL(/role=member/);
  assert.equal(await other.getByRole('menuitem', { name: 'Ukloni prikaz' }).count(), 0);

  await inMenu(page, 'Članovi', 'Preimenuj…');
  await page.getByLabel('Naziv prikaza').fill('Svi članovi');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: /Svi članovi 4$/ }).waitFor();
  await inMenu(page, 'Svi članovi', 'Prestani dijeliti');
  await page.getByText('više nije zajednički').waitFor();
  await inMenu(page, 'Svi članovi', 'Ukloni prikaz');
  await page.getByText('Prikaz je uklonjen').waitFor();
  await page.getByRole('button', { name: 'Vrati', exact: true }).last().click();
  await tab(page, 'Svi članovi 4').waitFor();
});
