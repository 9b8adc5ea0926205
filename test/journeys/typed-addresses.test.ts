// engine: browser
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ADMIN, openPagesFixture } from './pages-fixture.ts';

const NO_ADDRESS = 'E-adresa nije ispravna. Upišite je cijelu, na primjer ime@klub.hr.';

test('a pasted address passes the pages with what came along, and what is none is told at the field', {
  timeout: 180_000,
}, async (t) => {
  const fixture = await openPagesFixture(t, 'desktop');
  const asking = await fixture.visit('/forgot-password');
  const address = asking.getByLabel('E-adresa');
  for (const text of ['uprava', 'uprava@', '@example.hr', 'uprava @example.hr']) {
    await address.fill(text);
    await asking.keyboard.press('Enter');
    await asking.getByText(NO_ADDRESS).waitFor();
    assert.equal(await address.inputValue(), text);
  }
  await address.fill(`\u202a${ADMIN.email}\u202c`);
  await asking.keyboard.press('Enter');
  await asking.getByText(ADMIN.email).waitFor();
  for (const text of [`\u00a0${ADMIN.email}\u00a0`, `\u202a${ADMIN.email}\u202c`, 'Uprava@Example.hr ']) {
    const page = await fixture.visit('/login');
    await page.getByLabel('E-adresa').fill(text);
    await page.getByLabel('Lozinka', { exact: true }).fill(ADMIN.password);
    await page.getByRole('button', { name: 'Prijavi se', exact: true }).click();
    await page.waitForURL((url) => url.pathname !== '/login');
  }
});
