// engine: browser
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ALIKE_SIZES } from './layouts.ts';
import { ADMIN, openPagesFixture, type PagesFixture, signInAsAdmin } from './pages-fixture.ts';

const MARA = { ime: 'Mara', prezime: 'Čović', oib: '69435151530', role: 'member', invite: true };
const [FIRST, SECOND] = ['mara@example.hr', 'mara.covic@example.hr'];

/** Two accounts of one person. */
async function plantTwins({ service }: PagesFixture): Promise<number[]> {
  const { body } = await service.signIn(ADMIN.email, ADMIN.password);
  const ids: number[] = [];
  for (const email of [FIRST, SECOND]) {
    const made = await service.call('POST /api/admin/users', { token: body.access_token, body: { ...MARA, email } });
    assert.equal(made.status, 201, JSON.stringify(made.body));
    ids.push(made.body.id);
  }
  return ids;
}

for (const size of ALIKE_SIZES)
  test(`two accounts of one person on a ${size}: seen, merged, found by an old link, and two again`, {
    timeout: 300_000,
  }, async (t) => {
    const fixture = await openPagesFixture(t, size);
    const page = await fixture.visit('/login');
    await signInAsAdmin(page);
    await page.waitForURL((address) => address.pathname !== '/login');
    await page.goto(`${fixture.origin}/admin/users/duplicates`);
    await page.getByText('Nitko nema isti OIB').waitFor();
    const [first, second] = await plantTwins(fixture);
    await page.goto(`${fixture.origin}/admin/users`);
    await page.getByRole('link', { name: 'Mogući dvojnici' }).click();
    await page.getByText('isti OIB', { exact: true }).waitFor();
    await fixture.inspect(page, 'duplicates', 'dark-on-desktop');
    await page.getByRole('button', { name: 'Spoji: Mara Čović' }).click();
    const dialog = page.getByRole('dialog', { name: 'Spajanje računa' });
    await dialog.getByText(`e-adresa za prijavu: ${SECOND}`).waitFor();
    await dialog.getByLabel('Prijavljuje se računom').selectOption({ label: SECOND });
    await dialog.getByText(`e-adresa za prijavu: ${FIRST}`).waitFor();
    await dialog.getByText('ostaje članstvo „Član”, prestaje „Član”').waitFor();
    await fixture.inspect(page, 'merge-dialog', 'dark-on-desktop');
    await dialog.getByRole('button', { name: 'Spoji račune' }).click();
    await page.getByText('Računi su spojeni: Mara Čović.').waitFor();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('heading', { name: 'Spojeno u zadnjih 30 dana' }).waitFor();
    await fixture.inspect(page, 'merged', 'dark-on-desktop');

    await page.goto(`${fixture.origin}/admin/users?open=${second}`);
    await page.waitForURL((address) => address.searchParams.get('open') === String(first));
    await page.getByRole('dialog', { name: 'Mara Čović' }).getByText(SECOND).first().waitFor();

    await page.goto(`${fixture.origin}/admin/users/duplicates`);
    await page.getByRole('button', { name: 'Poništi spajanje: Mara Čović' }).click();
    await page.getByText('Spajanje je poništeno: Mara Čović opet ima dva računa.').waitFor();
    await page.getByRole('button', { name: 'Spoji: Mara Čović' }).waitFor();
  });
