// engine: browser
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { Page, Route } from 'playwright-core';
import { ALIKE_SIZES, type Size } from './layouts.ts';
import { ADMIN, addPeople, openPagesFixture, openUsers, type PagesFixture, untilHolds } from './pages-fixture.ts';

const fail = (route: Route) =>
  route.fulfill({
    status: 500,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ detail: 'Kvar.', code: 'internal', request_id: 'req-0815' }),
  });

const signInAs = async (page: Page, email: string, password: string) => {
  await page.getByLabel('E-adresa').fill(email);
  await page.getByLabel('Lozinka', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
};

const APART = `(() => {
  const [one, other] = ['.mantine-Notification-root', '.side-drawer'].map((name) =>
    document.querySelector(name).getBoundingClientRect());
  return one.right <= other.left || one.top >= other.bottom;
})()`;

/** The outline of the focused element. */
const focusRing = (page: Page) =>
  page.evaluate(
    'document.activeElement.tagName + " " + getComputedStyle(document.activeElement).outlineStyle',
  ) as Promise<string>;

for (const size of ALIKE_SIZES) {
  test(
    `forms speak for themselves on a ${size}: what is missing is said at its field, in the reader's language`,
    {
      timeout: 120_000,
    },
    (t) => missFields(t, size),
  );

  test(`a list that fails on a ${size} offers to try again, and toasts cover no drawer`, { timeout: 120_000 }, (t) =>
    tryAgain(t, size),
  );
}

async function missFields(t: TestContext, size: Size): Promise<void> {
  const fixture = await openPagesFixture(t, size);
  const page = await fixture.visit('/login');
  await page.getByRole('button', { name: 'Prijavi se' }).click();
  await page.getByText('Upišite e-adresu.').waitFor();
  await page.getByText('Upišite lozinku.').waitFor();
  assert.equal(await page.evaluate('document.activeElement.name'), 'email', 'the first one has the focus');
  assert.equal(await page.evaluate('document.querySelector("form").noValidate'), true, 'no bubble of the browser');
  await page.getByLabel('E-adresa').fill('nije adresa');
  await page.getByText('Upišite e-adresu.').waitFor({ state: 'detached' });
  await fixture.inspect(page, 'login-missing');
  await page.getByRole('button', { name: 'English' }).click();
  await page.getByText('Enter the password.').waitFor();
  await page.getByRole('button', { name: 'Hrvatski' }).click();
  await page.goto(`${fixture.origin}/forgot-password`);
  await page.getByRole('button', { name: 'Pošalji poveznicu' }).click();
  await page.getByText('Upišite e-adresu.').waitFor();
  await page.goto(`${fixture.origin}/login`);
  await signInAs(page, ADMIN.email, ADMIN.password);
  await page.getByRole('button', { name: /Izbornik računa/ }).waitFor();
  await page.goto(`${fixture.origin}/admin/users?new=1`);
  await page.getByLabel('Ime', { exact: true }).fill('Ana');
  await page.getByLabel('Prezime').fill('Šarić');
  await page.getByRole('button', { name: 'Dodaj i pošalji pozivnicu' }).click();
  await page.getByText('Upišite cijelu e-adresu, na primjer ime@klub.hr.').waitFor();
  assert.equal(await page.getByText('Najmanji broj znakova').count(), 0);
}

async function tryAgain(t: TestContext, size: Size): Promise<void> {
  const fixture = await openPagesFixture(t, size);
  await addPeople(fixture, [{ email: 'ana@example.hr', ime: 'Ana', prezime: 'Šarić' }]);
  const page = await openUsers(fixture);
  assert.match(await focusRing(page), / none$|^BODY/, 'a heading focused by the page has no ring');
  await page.route('**/api/admin/users?*', fail);
  await page.reload();
  await page.getByRole('button', { name: 'Pokušaj ponovno' }).waitFor();
  await page.getByText('Oznaka za podršku: req-0815').waitFor();
  await fixture.inspect(page, 'list-failed');
  await page.unroute('**/api/admin/users?*');
  await page.getByRole('button', { name: 'Pokušaj ponovno' }).click();
  await page.getByText('Ana Šarić').first().waitFor();
  await coverNothing(fixture, page);
}

/** A toast over an open drawer stands beside it, or the drawer ends above it. */
async function coverNothing(fixture: PagesFixture, page: Page): Promise<void> {
  await page.getByText('Ana Šarić').first().click();
  const drawer = page.locator('.person-drawer');
  await drawer.getByRole('heading', { name: 'Ana Šarić' }).waitFor();
  await page.getByLabel('Telefon').fill('+385 91 000');
  await drawer.getByRole('button', { name: 'Spremi' }).click();
  const toast = page.locator('.mantine-Notification-root');
  await toast.hover(); // it stays
  await untilHolds(page, APART);
  await fixture.inspect(page, 'toast-and-drawer');
}

test('the countdown of a lock survives a reload, and belongs to one address', { timeout: 120_000 }, async (t) => {
  const fixture = await openPagesFixture(t, 'desktop', { SVC_LOGIN_LOCK_THRESHOLD: '3', SVC_LOGIN_LOCK_MINUTES: '7' });
  const page = await fixture.visit('/login');
  for (const word of ['prva', 'druga', 'treća']) {
    await signInAs(page, ADMIN.email, `kriva lozinka ${word}`);
    await page.locator('.notice').waitFor();
    await page.getByRole('button', { name: 'Prijavi se' }).and(page.locator(':not([data-loading])')).waitFor();
  }
  await page.getByText('(3/3), pa je račun zaključan').waitFor();
  await page.reload();
  await page.getByText('Račun je privremeno zaključan zbog pogrešnih lozinki ili kodova.').waitFor();
  assert.match((await page.getByRole('timer').textContent()) ?? '', /^6:[0-5]\d$|^7:00$/);
  const said = (await page.locator('.notice').textContent()) ?? '';
  assert.equal(said.match(/zaključa/g)?.length, 1, 'it says it once');
  await page.getByLabel('E-adresa').fill('netko.drugi@example.hr');
  await page.getByRole('timer').waitFor({ state: 'detached' });
  await page.getByLabel('E-adresa').fill(ADMIN.email);
  await page.getByRole('timer').waitFor();
  await fixture.inspect(page, 'login-locked-again');
});

test('a clock says when to try again, and nothing beside it says so too', { timeout: 120_000 }, async (t) => {
  const fixture = await openPagesFixture(t, 'phone', { SVC_LOGIN_IP_THRESHOLD: '2' });
  const page = await fixture.visit('/login');
  for (const word of ['prva', 'druga', 'treća']) {
    await signInAs(page, `${word.slice(0, 2)}@example.hr`, `kriva lozinka ${word}`);
    await page.locator('.notice').waitFor();
    await page.getByRole('button', { name: 'Prijavi se' }).and(page.locator(':not([data-loading])')).waitFor();
  }
  await page.getByRole('timer').waitFor();
  const notice = async () => ((await page.locator('.notice').textContent()) ?? '').replace(/\d:\d\d/, '0:00');
  assert.equal(await notice(), 'Previše neuspjelih prijava s ove adrese. Novi pokušaj moguć je za 0:00.');
  await page.getByRole('button', { name: 'English' }).click();
  await page.getByText('Too many failed sign-ins from this address.').waitFor();
  assert.equal(await notice(), 'Too many failed sign-ins from this address. You can try again in 0:00.');
});

test('a sign-in ended elsewhere is explained politely; the notice of a lost connection disappears with it', {
  timeout: 120_000,
}, async (t) => {
  const fixture = await openPagesFixture(t, 'desktop');
  const page = await fixture.visit('/login');
  await signInAs(page, ADMIN.email, ADMIN.password);
  await page.getByRole('button', { name: /Izbornik računa/ }).waitFor();
  await page.goto(`${fixture.origin}/profil`);
  await page.getByLabel('Telefon').fill('+385 1 234 567');
  await page.route('**/api/auth/me', (route) => route.abort());
  await page.getByRole('button', { name: 'Spremi' }).click();
  await page.getByText('Nema veze s uslugom.').first().waitFor();
  await page.getByText('Nema veze s uslugom.').waitFor({ state: 'detached' }); // the service answers other calls
  await page.unroute('**/api/auth/me');
  const { body } = await fixture.service.signIn(ADMIN.email, ADMIN.password);
  await fixture.service.call('POST /api/auth/logout?all=true', { token: body.access_token });
  await page.getByRole('button', { name: 'Spremi' }).click();
  await page.getByText('Odjavljeni ste s drugog uređaja, zbog nove lozinke').waitFor();
  await fixture.inspect(page, 'login-ended');
});

test('a double click on a page that is busy sends one invitation', { timeout: 120_000 }, async (t) => {
  const fixture = await openPagesFixture(t, 'desktop');
  const call = await addPeople(fixture, [{ email: 'ana@example.hr', ime: 'Ana', prezime: 'Šarić' }]);
  const [{ id }] = (await call('GET /api/admin/users?q=ana')).body.items;
  const page = await openUsers(fixture);
  await page.goto(`${fixture.origin}/admin/users?open=${id}`);
  await page.getByText('Pozivnica još nije poslana.').waitFor();
  await untilHolds(page, 'document.getAnimations().every(({ playState }) => playState !== "running")');
  const button = page.getByRole('button', { name: 'Pošalji pozivnicu', exact: true });
  await button.scrollIntoViewIfNeeded();
  const box = await button.boundingBox();
  assert.ok(box);
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  const busy = page.evaluate('for (const until = performance.now() + 500; performance.now() < until; );');
  const { mouse } = page;
  await Promise.all([busy, mouse.down(), mouse.up(), mouse.down({ clickCount: 2 }), mouse.up({ clickCount: 2 })]);
  await page.getByRole('dialog', { name: 'Pozivnica je poslana' }).waitFor();
  assert.equal((await call(`GET /api/admin/audit?action=user.invite&user_id=${id}`)).body.total, 1);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Pošalji novu pozivnicu' }).waitFor();
});

test('the invitation link is ready in its field', { timeout: 120_000 }, async (t) => {
  const fixture = await openPagesFixture(t, 'desktop');
  const call = await addPeople(fixture, []);
  const club = (await call('POST /api/admin/tenants', { name: 'Veslački klub Sidro' })).body;
  const nova = { email: 'nova@example.hr', ime: 'Nova', prezime: 'Osoba', role: 'member', tenant_id: club.id };
  await call('POST /api/admin/users', { ...nova, invite: true });
  const page = await fixture.visit(await fixture.mailedLink('nova@example.hr', '/setup-password'));
  await page.getByRole('heading', { name: 'Dobro došli, Nova' }).waitFor();
  await page.getByRole('banner').getByText('Veslački klub Sidro').waitFor(); // not the federation
  await page.getByLabel('Nova lozinka').waitFor();
  await untilHolds(page, 'document.activeElement.name === "new_password"');
  await page.getByRole('button', { name: 'Prihvati pozivnicu' }).click();
  await page.getByText('Upišite lozinku.').waitFor();
});

test('an erasure withdrawn is dated with one full stop', { timeout: 120_000 }, async (t) => {
  const fixture = await openPagesFixture(t, 'desktop');
  await fixture.invite({ email: 'nova@example.hr', ime: 'Nova', prezime: 'Osoba' });
  const page = await fixture.visit(await fixture.mailedLink('nova@example.hr', '/setup-password'));
  await page.getByLabel('Nova lozinka').fill('tri plave lađe');
  await page.getByRole('button', { name: 'Prihvati pozivnicu' }).click();
  await page.getByRole('button', { name: /Izbornik računa/ }).waitFor();
  await page.goto(`${fixture.origin}/profil?tab=privatnost`);
  await page.getByRole('button', { name: 'Zatraži brisanje' }).click();
  await page.getByRole('dialog').getByRole('button').last().click();
  await page.getByRole('button', { name: /Povuci/ }).click();
  const notice = page.getByText(/Zahtjev za brisanje povukli ste/);
  await notice.waitFor();
  assert.match((await notice.textContent()) ?? '', /20\d\d\.$/);
  assert.doesNotMatch((await notice.textContent()) ?? '', /\.\./);
});

test('a wrong current password is said at its field', { timeout: 120_000 }, async (t) => {
  const fixture = await openPagesFixture(t, 'desktop');
  const page = await openUsers(fixture);
  await page.goto(`${fixture.origin}/profil?tab=sigurnost`);
  await page.getByLabel('Sadašnja lozinka').fill('nije ta lozinka');
  await page.getByLabel('Nova lozinka').fill('tri plave lađe');
  await page.getByRole('button', { name: 'Promijeni lozinku' }).click();
  await page.getByText('Sadašnja lozinka nije ispravna.').waitFor();
  await page.getByLabel('Sadašnja lozinka').and(page.locator('[aria-invalid=true]:focus')).waitFor();
  await fixture.inspect(page, 'own-password-wrong');
  await page.keyboard.type('x');
  await page.getByText('Sadašnja lozinka nije ispravna.').waitFor({ state: 'detached' });
});

test('a check whose file an erasure has removed asks for the file again', { timeout: 120_000 }, async (t) => {
  const fixture = await openPagesFixture(t, 'desktop');
  const page = await openUsers(fixture);
  await page.goto(`${fixture.origin}/admin/imports`);
  const file = { name: 'popis.csv', mimeType: 'text/csv', buffer: Buffer.from('email;ime\niva@example.hr;Iva\n') };
  await page.locator('input[type=file]').setInputFiles(file);
  const run = page.getByRole('button', { name: 'Uvezi 1 osobu', exact: true });
  await run.waitFor();
  await eraseSomebody(fixture);
  await run.click();
  await page.getByText('Datoteka ove provjere više nije na poslužitelju: čuva se jedan dan').waitFor();
  assert.equal(await run.count(), 0);
  await page.locator('input[type=file]').setInputFiles(file);
  await run.click();
  await page.getByRole('heading', { name: 'Uvoz: popis.csv' }).waitFor();
});

async function eraseSomebody(fixture: PagesFixture): Promise<void> {
  const { service } = fixture;
  await fixture.invite({ email: 'nova@example.hr', ime: 'Nova', prezime: 'Osoba' });
  const token = new URL(await fixture.mailedLink('nova@example.hr', '/setup-password')).searchParams.get('token');
  await service.call('POST /api/auth/setup-password', { body: { token, new_password: 'tri plave lađe' } });
  const { body: own } = await service.signIn('nova@example.hr', 'tri plave lađe');
  const asked = await service.call('POST /api/users/me/erasure', { token: own.access_token });
  const { body: admin } = await service.signIn(ADMIN.email, ADMIN.password);
  const one = `/api/admin/gdpr/erasure-requests/${asked.body.id}`;
  const call = (target: string) => service.call(target, { token: admin.access_token });
  assert.equal((await call(`POST ${one}/approve`)).status, 200);
  while ((await call(`GET ${one}`)).body.status !== 'completed') await pause(100);
}
