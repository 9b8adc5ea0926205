// engine: browser
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { seconds } from '../../src/platform/kernel/durations.ts';
import { authenticatorApp, untilStepIsYoung } from '../support/authenticator-app.ts';
import { ALIKE_SIZES, type Size } from './layouts.ts';
import { ADMIN, openPagesFixture, type PagesFixture, signInAsAdmin } from './pages-fixture.ts';

const EMAIL = 'iva@example.hr';
const PASSWORD = 'tri plave lađe';
const CLUB = 'Veslački klub Neretva (primjer)';

/** Iva is a member of the federation and manages a club, and has come by her invitation. */
async function enterAsCoach(
  fixture: PagesFixture,
  role = 'manager',
): Promise<{ page: Page; club: number; person: number }> {
  await fixture.invite({ email: EMAIL, ime: 'Iva', prezime: 'Trener' });
  const page = await fixture.visit(await fixture.mailedLink(EMAIL, '/setup-password'));
  await page.getByLabel('Nova lozinka').fill(PASSWORD);
  await page.getByRole('button', { name: 'Prihvati pozivnicu' }).click();
  await page.getByRole('button', { name: /Izbornik računa/ }).waitFor();
  assert.equal(
    await page.getByRole('button', { name: /^Promijeni savez ili klub/ }).count(),
    0,
    'one membership: a plain name',
  );
  const { body } = await fixture.service.signIn(ADMIN.email, ADMIN.password);
  const call = (target: string, sent: unknown) =>
    fixture.service.call(target, { token: body.access_token, body: sent });
  const club = (await call('POST /api/admin/tenants', { name: CLUB })).body.id;
  const iva = await fixture.service.signIn(EMAIL, PASSWORD);
  const person = iva.body.user.id;
  const added = await call(`POST /api/admin/users/${person}/memberships`, {
    tenant_id: club,
    role,
    since: '2026-01-15',
    number: 'T-7',
  });
  assert.equal(added.status, 201, JSON.stringify(added.body));
  await page.reload(); // `me` is asked, and the name becomes a switch
  await page.goto(`${fixture.origin}/profil?tab=clanstva`);
  await page.getByRole('heading', { name: 'Moja članstva' }).waitFor();
  return { page, club, person };
}

const switchAtTheTop = (page: Page, role: string) =>
  page.getByRole('button', { name: new RegExp(`^Promijeni savez ili klub.*${role}`) });

for (const size of ALIKE_SIZES) {
  test(
    `a coach of two clubs on a ${size}: the name at the top, Ctrl K, own memberships, leaving`,
    {
      timeout: 180_000,
    },
    (t) => walk(t, size),
  );

  test(`two tabs on a ${size}: the other one says so, sends nothing, and goes back or on`, {
    timeout: 180_000,
  }, async (t) => {
    const fixture = await openPagesFixture(t, size);
    const { page } = await enterAsCoach(fixture);
    await page.goto(`${fixture.origin}/profil`);
    await page
      .getByRole('heading', { name: 'Izgled' })
      .or(page.getByLabel('Ime', { exact: true }))
      .first()
      .waitFor();
    await page.waitForLoadState('networkidle');
    const other = await page.context().newPage();
    await other.goto(`${fixture.origin}/profil?tab=clanstva`);
    await other.getByRole('button', { name: `Prijeđi: ${CLUB}` }).click();
    await switchAtTheTop(other, 'Voditelj').waitFor();
    const told = page.getByRole('dialog', { name: 'U drugoj ste kartici prešli u drugi savez ili klub' });
    await told.waitFor();
    assert.match((await told.textContent()) ?? '', new RegExp(`${CLUB.replace(/[()]/g, '.')} \\(Voditelj\\)`));
    await fixture.inspect(page, 'gone-elsewhere');
    await page.keyboard.press('Escape');
    assert.equal(await told.isVisible(), true, 'it cannot be passed by');
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.headers().authorization) sent.push(`${request.method()} ${new URL(request.url()).pathname}`);
    });
    await page.evaluate(`document.querySelector('a.tab[href*="uredaji"]').click()`); // behind the question, as a timer would
    await page.waitForURL(/tab=uredaji/);
    await page.waitForTimeout(500);
    assert.deepEqual(sent, [], 'nothing is sent while nobody has chosen');
    await told.getByRole('button', { name: /^Vrati se/ }).click();
    await told.waitFor({ state: 'hidden' });
    await switchAtTheTop(page, 'Član').waitFor();
    await page.getByText('ovaj uređaj').first().waitFor(); // what was held has gone on
    const back = other.getByRole('dialog', { name: 'U drugoj ste kartici prešli u drugi savez ili klub' });
    await back.waitFor();
    await back.getByRole('button', { name: /^Nastavi/ }).click();
    await switchAtTheTop(other, 'Član').waitFor();
    assert.equal(await other.getByRole('dialog').count(), 0);
    await other.close();
  });
}

for (const size of ALIKE_SIZES)
  test(`a member's number and days in the drawer on a ${size}`, { timeout: 180_000 }, async (t) => {
    const fixture = await openPagesFixture(t, size);
    const { page: own, person } = await enterAsCoach(fixture, 'member');
    const page = await fixture.visit('/login');
    await signInAsAdmin(page);
    await page.waitForURL((address) => address.pathname !== '/login');
    await page.goto(`${fixture.origin}/admin/users?open=${person}`);
    const club = page.getByRole('form', { name: `Članstvo: ${CLUB}` });
    await club.waitFor();
    assert.equal(await page.getByRole('form', { name: /^Članstvo: / }).count(), 2);
    assert.deepEqual(await Promise.all(['Broj člana', 'Član od'].map((label) => club.getByLabel(label).inputValue())), [
      'T-7',
      '15. 1. 2026.',
    ]);
    await club.getByLabel('Zadnji dan').fill('1. 1. 2026.');
    await club.getByLabel('Broj člana').fill('T-8');
    await club.getByRole('button', { name: 'Spremi' }).click();
    await club.getByText('Posljednji dan ne može biti prije prvoga.').waitFor();
    await club.getByLabel('Zadnji dan').fill('31. 12. 2099.');
    await club.getByLabel('Broj člana').press('Tab');
    await fixture.inspect(page, 'drawer-membership', 'dark-on-desktop');
    await club.getByRole('button', { name: 'Spremi' }).click();
    await page.getByText(/^Spremljeno: Iva Trener/).waitFor();
    await club.getByRole('button', { name: 'Spremi' }).waitFor({ state: 'hidden' });
    await own.reload();
    await own.getByText(/do 31\. 12\. 2099\. · broj T-8/).waitFor();
  });

async function walk(t: Parameters<typeof openPagesFixture>[0], size: Size): Promise<void> {
  const fixture = await openPagesFixture(t, size);
  const { page } = await enterAsCoach(fixture);
  await page.getByText('Voditelj · od 15. 1. 2026. · broj T-7').waitFor();
  await fixture.inspect(page, 'own-memberships', 'dark-on-desktop');
  await switchAtTheTop(page, 'Član').click();
  await page.getByRole('menuitem', { name: /^Veslački klub Neretva/ }).waitFor();
  await fixture.inspect(page, 'membership-menu', 'dark-on-desktop');
  await page.getByRole('menuitem', { name: /^Veslački klub Neretva/ }).click();
  await switchAtTheTop(page, 'Voditelj').waitFor();
  await page.getByText('sada radite ovdje').waitFor();
  // What a manager may open and a member may not: the way back leads to a page of the member.
  await page.goto(`${fixture.origin}/erp/full`);
  await page.getByRole('heading', { level: 1, name: 'Pregled' }).waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').waitFor();
  await page.getByRole('option', { name: /^Prijeđi: .*\(Član\)/ }).waitFor();
  await page.keyboard.type('prije');
  await page.getByRole('option', { name: /^Prijeđi: .*\(Član\)/ }).click();
  await switchAtTheTop(page, 'Član').waitFor();
  await page.waitForURL(/\/profil/);
  // Leaving the one that the sign-in acts in goes over first; the last one cannot be left.
  await page.goto(`${fixture.origin}/profil?tab=clanstva`);
  await page.getByRole('button', { name: `Prijeđi: ${CLUB}` }).click();
  await switchAtTheTop(page, 'Voditelj').waitFor();
  await page.getByRole('button', { name: `Istupi: ${CLUB}` }).click();
  const question = page.getByRole('dialog', { name: `Istupiti: ${CLUB}?` });
  await question.getByText(/najprije prijeći u drugo/).waitFor();
  await fixture.inspect(page, 'leave-membership', 'dark-on-desktop');
  await question.getByRole('button', { name: 'Istupi' }).click();
  await page.getByText(/zatražite brisanje/).waitFor();
  assert.equal(await page.getByRole('button', { name: /^Promijeni savez ili klub/ }).count(), 0);
  assert.equal(await page.getByRole('button', { name: /^Istupi/ }).count(), 0);
}

test('of a person who is elsewhere too, a club is offered the membership alone, and told whom to ask', {
  timeout: 120_000,
}, async (t) => {
  const fixture = await openPagesFixture(t, 'desktop');
  const { person, club } = await enterAsCoach(fixture, 'member');
  const { body } = await fixture.service.signIn(ADMIN.email, ADMIN.password);
  const sent = { email: 'uprava-kluba@example.hr', ime: 'Ivo', prezime: 'Klupski', role: 'admin', tenant_id: club };
  const made = await fixture.service.call('POST /api/admin/users', {
    token: body.access_token,
    body: { ...sent, invite: true },
  });
  assert.equal(made.status, 201, JSON.stringify(made.body));
  const page = await fixture.visit(await fixture.mailedLink(sent.email, '/setup-password'));
  await page.getByLabel('Nova lozinka').fill('crveni čamac dugo plovi');
  await page.getByRole('button', { name: 'Prihvati pozivnicu' }).click();
  await page.getByRole('button', { name: /Izbornik računa/ }).waitFor();
  await page.goto(`${fixture.origin}/admin/users?open=${person}`);
  await page.getByText(/Osoba je član i drugdje/).waitFor();
  assert.equal(await page.getByRole('button', { name: 'Preuzmi podatke' }).count(), 0);
  await fixture.inspect(page, 'shared-person');
  await page.getByRole('button', { name: 'Prekini članstvo' }).click();
  const question = page.getByRole('dialog', { name: /^Prekinuti članstvo/ });
  await question.getByRole('button', { name: 'Prekini članstvo' }).click();
  await page.getByText(/članstvo je prekinuto/).waitFor();
});

test('a role that needs a second step: out, in with it, and there', { timeout: 180_000 }, async (t) => {
  const fixture = await openPagesFixture(t, 'desktop');
  const app = authenticatorApp(t);
  const { page, club } = await enterAsCoach(fixture);
  const { body: admin } = await fixture.service.signIn(ADMIN.email, ADMIN.password);
  const rules = { tenant_id: club, rules: [{ role: 'manager', grace_days: 0 }] };
  const ruled = await fixture.service.call('PUT /api/admin/factor-policy', { token: admin.access_token, body: rules });
  assert.equal(ruled.status, 200, JSON.stringify(ruled.body));
  const question = page.getByRole('dialog', { name: 'Za to treba drugi korak prijave' });
  const ask = () => page.getByRole('button', { name: `Prijeđi: ${CLUB}` }).click();
  await ask();
  await question.waitFor();
  await fixture.inspect(page, 'switch-needs-factor');
  await question.getByRole('button', { name: 'Uključi drugi korak' }).click();
  await page.waitForURL(/tab=sigurnost/);
  const token = (await fixture.service.signIn(EMAIL, PASSWORD)).body.access_token;
  const { secret } = (await fixture.service.call('POST /api/auth/2fa/setup', { token })).body;
  await untilStepIsYoung();
  const code = app.codeAt(secret, Date.now() - seconds(30)); // so that the sign-in need not wait for the next one
  assert.equal((await fixture.service.call('POST /api/auth/2fa/verify', { token, body: { code } })).status, 200);
  await page.goto(`${fixture.origin}/profil?tab=clanstva`);
  await ask();
  await question.getByRole('button', { name: 'Prijavi se u dva koraka' }).click();
  await page.getByLabel('E-adresa').fill(EMAIL);
  await page.getByLabel('Lozinka', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  const digits = page.locator('.code-boxes input');
  await digits.first().waitFor();
  await digits.first().focus();
  await page.keyboard.type(app.codeAt(secret, Date.now()));
  await switchAtTheTop(page, 'Voditelj').waitFor();
  await page.waitForURL(/\/profil\?tab=clanstva/);
  await page.getByText('sada radite ovdje').waitFor();
});
