// engine: browser
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ALIKE_SIZES } from './layouts.ts';
import { openPagesFixture, signInAsAdmin } from './pages-fixture.ts';

const HOSTILE = [
  '# Pravila kluba',
  '',
  'Čuvamo **samo nužno**. <img src=x onerror="document.title=1"> <script>document.title=2</script>',
  '',
  '- [pišite nam](mailto:klub@example.hr)',
  '- [klik](javascript:document.title=3) [klik](JAVASCRIPT:alert(1)) [klik](data:text/html,x)',
].join('\n');

for (const size of ALIKE_SIZES) {
  test(`pages on a ${size}: a privacy policy is published with a preview, read by visitors and confirmed`, {
    timeout: 300_000,
  }, async (t) => {
    const fixture = await openPagesFixture(t, size);
    const visitor = await fixture.visit('/login');
    const [come, asked] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    await visitor.route('**/api/privacy-policy*', async (route) => {
      asked.resolve();
      await come.promise;
      await route.continue();
    });
    await visitor.locator('.entry-main > a', { hasText: 'Pravila privatnosti' }).click();
    await visitor.getByRole('heading', { name: 'Pravila privatnosti' }).waitFor();
    await asked.promise;
    await visitor.locator('main [aria-busy=true]').waitFor(); // a slow network shows no empty page
    come.resolve();
    await visitor.getByText('Ovo je zadani tekst usluge').waitFor();
    await fixture.inspect(visitor, 'pravila-default');

    const page = await fixture.visit('/login');
    await signInAsAdmin(page);
    await page.waitForURL((address) => address.pathname !== '/login');
    await page.goto(`${fixture.origin}/admin/privacy`);
    await page.getByRole('link', { name: 'Pravila privatnosti' }).click();
    await page.getByRole('button', { name: 'Uredi pravila' }).click();
    await page.getByRole('button', { name: 'Objavi 1. verziju…' }).click();
    await page.getByText('Tekst je isti kao u verziji koja vrijedi.').waitFor();
    await page.getByLabel('Tekst').fill(HOSTILE);
    await page.getByRole('region', { name: 'Pregled' }).getByRole('heading', { name: 'Pravila kluba' }).waitFor();
    await fixture.inspect(page, 'pravila-editor');
    await page.getByRole('button', { name: 'Objavi 1. verziju…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Objavi' }).click();
    await page.getByText('Savez, 1. verzija, vrijedi od').waitFor();
    await fixture.inspect(page, 'pravila-own');

    await visitor.reload();
    const text = visitor.getByRole('article', { name: 'Pravila privatnosti' });
    await text.getByText('samo nužno').waitFor();
    assert.equal(await text.locator('img, script').count(), 0);
    const links = await text.locator('a').evaluateAll((all) => all.map((link) => link.getAttribute('href')));
    assert.deepEqual(links, ['mailto:klub@example.hr'], 'no address runs a script');
    assert.match(await visitor.title(), /^Pravila privatnosti/);

    await page.goto(`${fixture.origin}/profil?tab=privatnost`);
    await page.getByRole('link', { name: 'Pravila privatnosti', exact: true }).waitFor();
    await fixture.inspect(page, 'pravila-confirm');
    await page.getByRole('button', { name: 'Potvrđujem' }).click();
    await page.getByText('Zabilježeno.').waitFor();
    await page.getByRole('link', { name: /Pravila privatnosti, verzija t\d+-1/ }).click();
    await page.getByText('Čitate verziju kakva je bila').waitFor();
  });
}
