// engine: browser
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Page } from 'playwright-core';
import { picture } from '../support/avatar-fixture.ts';
import { addDocument } from './add-document.ts';
import { BOTH_SIZES, type Size } from './layouts.ts';
import { ADMIN, openPagesFixture, type PagesFixture } from './pages-fixture.ts';

const CLUB = 'Veslački klub Žrnovnica';
const PASSWORD = 'plavo nebo nad Velebitom';
const UPRAVA = { email: 'uprava.kluba@example.hr', ime: 'Željka', prezime: 'Šušnjić', role: 'admin' };
const ANA = { email: 'ana@example.hr', ime: 'Ana', prezime: 'Čavić', role: 'member' };

for (const size of BOTH_SIZES) {
  test(`start pages on a ${size}: a new club takes its first steps`, { timeout: 180_000 }, (t) => beginClub(t, size));
  test(`start pages on a ${size}: a member's data in twenty seconds`, { timeout: 180_000 }, (t) => confirm(t, size));
}

/** A club with an administrator who has come in, and what the federation calls for it. */
async function openClub(fixture: PagesFixture) {
  const { body } = await fixture.service.signIn(ADMIN.email, ADMIN.password);
  const call = async (target: string, sent?: unknown) => {
    const answer = await fixture.service.call(target, { token: body.access_token, ...(sent ? { body: sent } : {}) });
    assert.ok(answer.status < 300, `${target} ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const { id } = await call('POST /api/admin/tenants', { name: CLUB });
  const add = async (person: object) => {
    const added = await call('POST /api/admin/users', { ...person, tenant_id: id, invite: true });
    const token = new URL(added.invite_link).searchParams.get('token');
    return () => call('POST /api/auth/setup-password', { token, new_password: PASSWORD });
  };
  await (await add(UPRAVA))();
  return { id, call, add };
}

async function signIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.getByLabel('E-adresa').fill(email);
  await page.getByLabel('Lozinka', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
  await page.waitForURL((address) => address.pathname !== '/login');
}

async function beginClub(t: TestContext, size: Size): Promise<void> {
  const fixture = await openPagesFixture(t, size);
  const club = await openClub(fixture);
  const page = await fixture.visit('/login');
  await signIn(page, UPRAVA.email);
  const steps = page.getByRole('region', { name: 'Prvi koraci' });
  await steps.getByText('Učinjeno: 0 od 5.').waitFor();
  assert.equal(await steps.getByRole('link').count(), 4, 'whoever is above the club makes its administrators');
  await steps.getByText('Administratore kluba postavlja tko je iznad njega').waitFor();
  await fixture.inspect(page, 'first-steps', 'dark-on-desktop');
  await steps.getByRole('link', { name: 'Dodaj boju i znak' }).click();
  await chooseLooks(page);
  await (await club.add(ANA))();
  const second = await club.add({ ...UPRAVA, email: 'druga@example.hr', ime: 'Iva' });
  await page.goto(`${fixture.origin}/erp/full`);
  await steps.getByText('Učinjeno: 3 od 5.').waitFor();
  await steps.getByText('čeka odgovor').waitFor();
  await second();
  await page.reload();
  await steps.getByText('Učinjeno: 4 od 5.').waitFor();
  await fixture.inspect(page, 'first-steps-later', 'dark-on-desktop');
  await putAside(fixture, page, club.id);
}

async function chooseLooks(page: Page): Promise<void> {
  await page.getByLabel('Boja', { exact: true }).fill('#FFD400');
  await page.getByRole('button', { name: 'Spremi boju' }).click();
  await page.getByText('Da se tekst dobro čita').waitFor();
  const logo = { name: 'znak.png', mimeType: 'image/png', buffer: await picture('png', { width: 300, height: 100 }) };
  await page.locator('input[type=file]').setInputFiles(logo);
  await page.getByAltText(`Znak: ${CLUB}`).waitFor();
  await page.locator('.frame-head .brand-logo').waitFor();
}

/** Kept by the service for everybody who administers the club; there is a way back. */
async function putAside(fixture: PagesFixture, page: Page, id: number): Promise<void> {
  const steps = page.getByRole('region', { name: 'Prvi koraci' });
  await steps.getByRole('button', { name: 'Odloži popis' }).click();
  await steps.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Vrati popis' }).click();
  await steps.getByRole('button', { name: 'Odloži popis' }).click();
  await steps.waitFor({ state: 'detached' });
  const other = await fixture.visit('/login');
  await signIn(other, 'druga@example.hr');
  await other.getByRole('region', { name: 'Glavne brojke' }).waitFor();
  assert.equal(await other.getByRole('region', { name: 'Prvi koraci' }).count(), 0);
  await other.goto(`${fixture.origin}/admin/tenants?open=${id}`);
  await other.getByRole('button', { name: 'Prikaži prve korake' }).click();
  await other.getByText('Učinjeno: 4 od 5.').waitFor();
}

async function confirm(t: TestContext, size: Size): Promise<void> {
  const fixture = await openPagesFixture(t, size);
  const club = await openClub(fixture);
  await (await club.add(ANA))();
  await addDocument(fixture, 'Godišnjak 2024');
  const page = await fixture.visit('/login');
  await signIn(page, ANA.email);
  await page.getByRole('heading', { name: 'Jesu li podaci točni?' }).waitFor();
  await page.getByText('Vide administratori; voditelji samo zadnje dvije znamenke.').waitFor();
  await page.getByRole('link', { name: UPRAVA.email }).waitFor();
  await page.getByRole('link', { name: 'Godišnjak 2024' }).waitFor();
  await fixture.inspect(page, 'member-start', 'dark-on-desktop');
  await page.getByLabel('Telefon').fill('+385 91 234 5678');
  await page.getByRole('button', { name: 'Spremi i potvrdi' }).click();
  await page.getByText('Spremljeno.').waitFor();
  await page.getByRole('heading', { name: 'Sve je u redu.' }).waitFor();
  await page.reload();
  await page.getByText(/^Podaci provjereni \d+\. \d+\. \d{4}\./).waitFor();
  assert.equal(await page.getByLabel('Telefon').inputValue(), '+385 91 234 5678');
  await fixture.inspect(page, 'member-start-checked', 'dark-on-desktop');
  await askAfterYear(page);
  await beKnown(fixture, page, club);
}

/** A year later it takes one button. */
async function askAfterYear(page: Page): Promise<void> {
  await page.route(
    '**/api/auth/me',
    async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ json: { ...(await answer.json()), checked_at: '2024-09-12T10:00:00.000Z' } });
    },
    { times: 1 },
  );
  await page.reload();
  await page.getByRole('heading', { name: 'Jesu li podaci još točni?' }).waitFor();
  await page.getByText(/^Zadnji put provjereni 12\. 0?9\. 2024\./).waitFor();
  await page.getByRole('button', { name: 'Točno je' }).click();
  await page.getByRole('heading', { name: 'Sve je u redu.' }).waitFor();
}

const SIGNED_OUT = `['svc_access', 'svc_refresh', 'svc_user'].forEach((key) => localStorage.removeItem(key))`;

/** The browser knows the club at the next sign-in, in whatever colour; a stranger's browser does not, whatever address is typed. */
async function beKnown(
  fixture: PagesFixture,
  page: Page,
  { id, call }: Awaited<ReturnType<typeof openClub>>,
): Promise<void> {
  for (const color of ['#ffd400', '#ffffff', '#111111', '#c8102e']) {
    await call(`PUT /api/admin/tenants/${id}/color`, { color });
    await page.goto(`${fixture.origin}/profil`);
    await page.getByLabel('Telefon').waitFor();
    await page.locator('.frame-head[data-branded]').waitFor();
    const kept = await page.evaluate('JSON.parse(localStorage.getItem("iskaznica_club")).branding.color');
    assert.equal(kept, color);
    await fixture.inspect(page, `member-${color.slice(1)}`, 'dark-on-desktop');
    const signedIn = await page.evaluate('JSON.stringify(localStorage)');
    await page.evaluate(SIGNED_OUT);
    await page.goto(`${fixture.origin}/login`);
    await page.locator('.entry[data-branded]').getByText(CLUB, { exact: true }).waitFor();
    await fixture.inspect(page, `login-${color.slice(1)}`, 'dark-on-desktop');
    await page.evaluate(`Object.assign(localStorage, JSON.parse(${JSON.stringify(signedIn)}))`);
  }
  await page.evaluate(SIGNED_OUT);
  await page.goto(`${fixture.origin}/login`);
  await page.getByRole('button', { name: 'Ne pokazuj ovaj klub' }).click();
  await page.getByText(CLUB, { exact: true }).waitFor({ state: 'detached' });
  const stranger = await fixture.visit('/login');
  await stranger.getByLabel('E-adresa').fill(ANA.email);
  await stranger.getByLabel('Lozinka', { exact: true }).fill('pogrešna lozinka');
  await stranger.keyboard.press('Enter');
  await stranger.getByText('(1/5)').waitFor();
  assert.equal(await stranger.getByText(CLUB, { exact: true }).count(), 0);
}

test('whoever starts on the overview is asked there whether their own data are right', {
  timeout: 120_000,
}, async (t) => {
  const fixture = await openPagesFixture(t, 'phone');
  const page = await fixture.visit('/login');
  await signIn(page, ADMIN.email, ADMIN.password);
  const own = page.getByRole('region', { name: 'Vaši podaci' });
  await own.getByText('Jesu li Vaši podaci točni?').waitFor();
  await fixture.inspect(page, 'overview-own-data', 'both');
  await own.getByRole('link', { name: 'Provjeri' }).click();
  await page.getByRole('button', { name: 'Točno je' }).click();
  await page.getByRole('heading', { name: 'Sve je u redu.' }).waitFor();
  await page.getByRole('link', { name: 'Pregled' }).click();
  await page.getByRole('heading', { name: 'Još nema ljudi' }).waitFor();
  assert.equal(await own.count(), 0);
});
