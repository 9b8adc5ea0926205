// engine: browser
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { ADMIN, openPagesFixture, type PagesFixture } from './pages-fixture.ts';

const TABS = '.state-tabs > *, .tabs > *, .person-tabs [role=tab]';

async function signIn(page: Page, password = ADMIN.password): Promise<void> {
  await page.getByLabel('E-adresa').fill(ADMIN.email);
  await page.getByLabel('Lozinka', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
}

async function enter(page: Page): Promise<void> {
  await signIn(page);
  await page.waitForURL((address) => address.pathname !== '/login');
}

/** Called from elsewhere, without the page. */
async function endSignIns(fixture: PagesFixture): Promise<void> {
  const { body } = await fixture.service.signIn(ADMIN.email, ADMIN.password);
  await fixture.service.call('POST /api/auth/logout?all=true', { token: body.access_token });
}

test('the attempt that locks the account says so at once, with a countdown', { timeout: 120_000 }, async (t) => {
  const fixture = await openPagesFixture(t, 'desktop', { SVC_LOGIN_LOCK_THRESHOLD: '3', SVC_LOGIN_LOCK_MINUTES: '7' });
  const page = await fixture.visit('/login');
  for (const count of [1, 2]) {
    await signIn(page, `kriva lozinka ${count}`);
    await page.getByText(`(${count}/3)`).waitFor();
    assert.equal(await page.getByRole('timer').count(), 0);
  }
  await page.getByRole('button', { name: 'English' }).click();
  await page.getByText('(2/3). After 3 failed attempts the account is locked for 7 minutes.').waitFor();
  await page.getByRole('button', { name: 'Hrvatski' }).click();
  await signIn(page, 'kriva lozinka 3');
  await page.getByText('(3/3), pa je račun zaključan').waitFor();
  assert.match((await page.getByRole('timer').textContent()) ?? '', /^(7:00|6:5\d)$/);
  await page.getByRole('link', { name: 'Postavite novu lozinku i nastavite odmah' }).waitFor();
  assert.equal(await page.getByRole('button', { name: 'Prijavi se' }).isDisabled(), true);
  await fixture.inspect(page, 'login-locked-now');
  await page.getByRole('button', { name: 'English' }).click();
  await page.getByText('(3/3), so the account is locked').waitFor();
});

test('a form left unsaved when the session ended is restored for the same user only', {
  timeout: 120_000,
}, async (t) => {
  const fixture = await openPagesFixture(t, 'desktop');
  const page = await fixture.visit('/login');
  await enter(page);
  await page.goto(`${fixture.origin}/admin/users?new=1`);
  await page.getByLabel('Ime', { exact: true }).fill('Jagoda');
  await page.getByLabel('Prezime').fill('Ćulibrk');
  await page.getByLabel('Uloga').last().selectOption({ label: 'Voditelj' });
  await endSignIns(fixture);
  await page.getByRole('button', { name: 'Dodaj i pošalji pozivnicu' }).click();
  await page.getByText('Ono što ste upisali čeka Vas nakon prijave.').waitFor();
  await enter(page);
  await page.getByText('Vratili smo ono što ste upisali').waitFor();
  assert.equal(await page.getByLabel('Prezime').inputValue(), 'Ćulibrk');
  assert.equal(await page.getByLabel('Uloga').last().inputValue(), 'manager');
  assert.equal(await page.evaluate('sessionStorage.getItem("iskaznica_typed")'), null, 'restored once');
  await page.goto(`${fixture.origin}/profil?tab=sigurnost`);
  await page.getByLabel('Sadašnja lozinka').fill('nešto tajno');
  await page.goto(`${fixture.origin}/profil`);
  await page.getByLabel('Telefon').fill('+385 91 000');
  await endSignIns(fixture);
  await page.getByRole('button', { name: 'Spremi' }).first().click();
  await page.waitForURL('**/login?reason=*');
  const kept = JSON.parse(String(await page.evaluate('sessionStorage.getItem("iskaznica_typed")')));
  assert.deepEqual([kept.path, kept.forms], ['/profil', { profile: { telefon: '+385 91 000' } }], 'no password');
  await page.evaluate(
    (other) => sessionStorage.setItem('iskaznica_typed', other),
    JSON.stringify({ ...kept, person: 999 }),
  );
  await enter(page);
  await page.waitForURL('**/profil');
  assert.equal(await page.getByLabel('Telefon').inputValue(), '', 'nobody sees what another user typed');
});

test('the keyboard focus moves on sensibly, and viewing a person is recorded once', { timeout: 120_000 }, async (t) => {
  const fixture = await openPagesFixture(t, 'desktop');
  for (const ime of ['Ana', 'Bruno', 'Cvita'])
    await fixture.invite({ email: `${ime.toLowerCase()}@example.hr`, ime, prezime: 'Šarić' });
  const page = await fixture.visit('/login');
  await enter(page);
  const standsOn = (selector: string) => page.locator(`${selector}:focus`).waitFor();
  const press = async (name: string | RegExp) => {
    await page.getByRole('button', { name }).first().focus();
    await page.keyboard.press('Enter');
  };
  await page.goto(`${fixture.origin}/admin/invitations`);
  await press('Pošalji ponovno: Bruno Šarić');
  await page.getByRole('dialog', { name: 'Pozivnica je poslana' }).waitFor();
  await page.locator('tbody tr[data-index="0"]', { hasText: 'Bruno' }).waitFor();
  await page.keyboard.press('Escape');
  await standsOn('[aria-label="Pošalji ponovno: Bruno Šarić"]'); // Enter once more must not revoke another person's link
  await press('Povuci pozivnicu: Bruno Šarić');
  await page.getByRole('dialog').getByRole('button', { name: 'Povuci pozivnicu' }).press('Enter');
  await page.getByText('Pozivnica je povučena: Bruno Šarić.').waitFor();
  await page.locator('tr:focus-within', { hasText: 'Šarić' }).waitFor();
  await page.getByLabel('Traži pozivnice').fill('cvita');
  await page.waitForURL('**/admin/invitations?q=cvita');
  await page.getByText('1 zapis', { exact: true }).waitFor();
  await page.getByLabel('Traži pozivnice').press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Cvita Šarić' }).getByRole('tab', { name: 'Pošta' }).click();
  await page.getByText('Poslano').waitFor();
  await page.keyboard.press('Escape');
  await page.waitForURL('**/admin/invitations?q=cvita'); // back to the list
  await page.goto(`${fixture.origin}/admin/users`);
  await page.locator('tr', { hasText: 'Cvita' }).getByRole('checkbox').check();
  await press('Poništi odabir');
  await standsOn('tr:has-text("Cvita") input');
  await page.goto(`${fixture.origin}/erp/full`);
  await page.getByRole('heading', { name: 'Pregled' }).waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('cvi');
  await page.getByRole('option', { name: /Cvita Šarić/ }).waitFor(); // no letter is lost while the dialog loads
  const { body } = await fixture.service.signIn(ADMIN.email, ADMIN.password);
  const call = (target: string) => fixture.service.call(target, { token: body.access_token });
  const [{ id }] = (await call('GET /api/admin/users?q=ana')).body.items;
  await page.goto(`${fixture.origin}/admin/users?open=${id}&tab=signIns`);
  await page.getByText('Osoba trenutačno nije prijavljena').waitFor();
  assert.equal((await call(`GET /api/admin/audit?action=user.read&user_id=${id}`)).body.total, 1);
  await page.getByRole('tab', { name: 'Profil' }).click();
  await page.getByLabel('Odaberite ulogu').selectOption('manager');
  await press('Promijeni ulogu');
  await page.getByText('Nova uloga: Voditelj (Ana Šarić).').waitFor();
  await standsOn('[aria-disabled=true]');
  await page.keyboard.press('Control+z'); // the drawer keeps the focus from the toast with its button
  await page.getByText('Vraćeno.').waitFor();
  await page.locator('.standing', { hasText: 'Voditelj' }).waitFor({ state: 'detached' });
  await press('Obriši račun');
  await standsOn('.standing[data-landing]');
  await press('Vrati račun');
  await standsOn('.side-drawer');
});

test('no tab is off-screen on a phone, in either language', { timeout: 120_000 }, async (t) => {
  const fixture = await openPagesFixture(t, 'phone');
  const page = await fixture.visit('/login');
  await enter(page);
  const own = await page.evaluate('JSON.parse(localStorage.getItem("svc_user")).id');
  for (const language of ['hr', 'en']) {
    await page.evaluate((chosen) => localStorage.setItem('iskaznica_language', chosen), language);
    for (const path of ['/admin/invitations', '/admin/privacy', '/profil', `/admin/users?open=${own}`]) {
      await page.goto(fixture.origin + path);
      await page.locator(TABS).first().waitFor();
      const boxes = await page
        .locator(TABS)
        .evaluateAll((tabs) => tabs.map((tab) => tab.getBoundingClientRect().right));
      assert.ok(boxes.length >= 4 && Math.max(...boxes) <= 390, `${path}: ${boxes}`);
    }
  }
});
