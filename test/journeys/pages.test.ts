// engine: browser
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Page } from 'playwright-core';
import { authenticatorApp } from '../support/authenticator-app.ts';
import { BOTH_SIZES, type Size } from './layouts.ts';
import { ADMIN, missesField, openPagesFixture, type PagesFixture, signInAsAdmin } from './pages-fixture.ts';

const ANA = { email: 'ana@example.hr', ime: 'Ana', prezime: 'Čavić-Žganec' };
const FIRST = 'plavo nebo nad Velebitom';
const SECOND = 'tri galeba na krovu';

for (const size of BOTH_SIZES) {
  test(`pages on a ${size}: invitation, sign-in, two-factor, password reset`, { timeout: 300_000 }, (t) =>
    liveThroughPages(t, size),
  );
  test(`pages on a ${size}: a locked account shows for how long, and what to do`, { timeout: 180_000 }, (t) =>
    lockOneself(t, size),
  );
}

test('the sign-in page loads within 200 KB, and from the cache the second time', {
  timeout: 180_000,
}, async (t) => {
  const fixture = await openPagesFixture(t, 'phone');
  const visitor = await fixture.visit('about:blank');
  const bytes = await loadedBytes(visitor, `${fixture.origin}/login`);
  t.diagnostic(`/login: ${bytes} bytes`);
  assert.ok(bytes < 200_000, `${bytes} bytes`);
  assert.ok((await loadedBytes(visitor, `${fixture.origin}/login`)) < 5_000, 'files with a hash in their name stay');
});

/** Bytes over the network until the page is idle, headers included; cached responses count nothing. */
async function loadedBytes(page: Page, address: string): Promise<number> {
  const session = await page.context().newCDPSession(page);
  let bytes = 0;
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  await session.send('Network.enable');
  await page.goto(address);
  // Everything: on a busy machine the network may be idle before the page has requested the rest.
  await page.getByText('Savez', { exact: true }).waitFor();
  await page.evaluate('document.fonts.ready');
  await page.waitForLoadState('networkidle');
  await session.detach();
  return bytes;
}

async function liveThroughPages(t: TestContext, size: Size): Promise<void> {
  const fixture = await openPagesFixture(t, size);
  await fixture.invite(ANA);
  const page = await acceptInvitation(fixture);
  await page.getByRole('heading', { name: 'Moj račun' }).waitFor(); // signed in already
  await fixture.inspect(page, 'profil');
  await changeOwnData(page);
  await bearOddNames(fixture, page);
  const { secret, codes } = await enrol(t, fixture, page);
  await signOut(page);
  await signInWithSecondFactor(t, fixture, page, secret, codes);
  await loseThePassword(fixture, codes);
}

async function acceptInvitation(fixture: PagesFixture): Promise<Page> {
  const link = new URL(await fixture.mailedLink(ANA.email, '/setup-password'));
  const page = await fixture.visit(link.pathname + link.search);
  await page.getByRole('heading', { name: 'Dobro došli, Ana' }).waitFor();
  await page.getByText('u organizaciji Savez').waitFor();
  await page.getByText('ana@example.hr').waitFor();
  assert.equal(new URL(page.url()).search, '', 'the token is no longer in the URL');
  await fixture.inspect(page, 'setup-password');
  await page.getByLabel('Nova lozinka').fill('lozinka123');
  await page.getByRole('button', { name: 'Prihvati pozivnicu' }).click();
  await page.getByText('koristi mnogo ljudi').waitFor();
  await fixture.inspect(page, 'setup-password-weak');
  await page.getByLabel('Nova lozinka').fill(FIRST);
  await page.getByRole('button', { name: 'Prihvati pozivnicu' }).click();
  await page.waitForURL('**/profil');
  const again = await fixture.visit(link.pathname + link.search);
  await again.getByRole('heading', { name: 'Poveznica više ne vrijedi' }).waitFor();
  await fixture.inspect(again, 'setup-password-dead');
  await again.getByRole('button', { name: 'Zatraži novu pozivnicu' }).click();
  await again.getByText('javili smo to onome tko Vas je pozvao').waitFor();
  await fixture.inspect(again, 'setup-password-asked');
  return page;
}

async function signIn(page: Page, password: string): Promise<void> {
  await page.getByLabel('E-adresa').fill(ANA.email);
  await page.getByLabel('Lozinka', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
}

async function changeOwnData(page: Page): Promise<void> {
  await page.getByLabel('OIB').fill('12345678901');
  await page.getByRole('button', { name: 'Spremi' }).click();
  await page.getByLabel('OIB').and(page.locator('[aria-invalid=true]')).waitFor();
  await page.getByLabel('OIB').fill('');
  await page.getByLabel('Telefon').fill('+385 91 123 4567');
  await page.getByRole('button', { name: 'Spremi' }).click();
  await page.getByText('Spremljeno.').waitFor();
}

const CODES_OF = (person: number) =>
  `sessionStorage.setItem('iskaznica_codes', JSON.stringify({ person: ${person}, codes: ['aaaa-bbbb'] }))`;
const KEPT_CODES = `sessionStorage.getItem('iskaznica_codes')`;

test('recovery codes that nobody stored leave the tab with their owner', { timeout: 120_000 }, async (t) => {
  const fixture = await openPagesFixture(t, 'desktop');
  const page = await fixture.visit('/login');
  await signInAsAdmin(page);
  await page.getByRole('button', { name: /Izbornik računa/ }).click();
  await page.evaluate(CODES_OF(1));
  await page.getByRole('menuitem', { name: 'Odjava', exact: true }).click();
  await page.waitForURL('**/login*');
  assert.equal(await page.evaluate(KEPT_CODES), null, 'after a sign-out');
  await page.evaluate(CODES_OF(999));
  await signInAsAdmin(page);
  await page.getByRole('button', { name: /Izbornik računa/ }).waitFor();
  assert.equal(await page.evaluate(KEPT_CODES), null, 'after the sign-in of somebody else');
});

/** Names are text, whatever they contain, and do not break the layout. */
async function bearOddNames(fixture: PagesFixture, page: Page): Promise<void> {
  await page.getByLabel('Ime', { exact: true }).fill('<img src=x onerror=document.title="x">');
  await page.getByLabel('Prezime').fill(`${'Š'.repeat(60)} عبد الرحمن 👩‍👩‍👧‍👦🤾`);
  await page.getByRole('button', { name: 'Spremi' }).click();
  await page.getByText('Spremljeno.').waitFor();
  await page.getByRole('button', { name: /Izbornik računa/ }).click();
  await page.getByRole('menuitem', { name: 'Odjava', exact: true }).waitFor();
  await fixture.inspect(page, 'profil-odd-name');
  await page.keyboard.press('Escape');
  assert.equal(await page.title(), 'Moj račun · Iskaznica');
}

async function enrol(t: TestContext, fixture: PagesFixture, page: Page): Promise<{ secret: string; codes: string[] }> {
  await page.getByRole('link', { name: 'Sigurnost' }).click();
  await page.getByRole('button', { name: 'Uključi drugi korak' }).click();
  const secret = ((await page.locator('code.secret').textContent()) ?? '').replaceAll(' ', '');
  await fixture.inspect(page, 'enrol-scan');
  await page.getByRole('button', { name: 'Dalje' }).click();
  await fixture.inspect(page, 'enrol-code');
  await page.getByRole('button', { name: 'Dalje' }).click();
  await page.getByText('Upišite svih šest znamenki.').waitFor();
  await page.locator('[aria-label="1. znamenka koda"]:focus').waitFor();
  await fitsSmallWindows(page);
  await typeCode(page, authenticatorApp(t).codeAt(secret, Date.now()));
  await page.locator('.codes li').first().waitFor();
  await page.keyboard.press('Escape');
  const codes = await page.locator('.codes li').allInnerTexts();
  assert.equal(codes.length, 8, 'the codes cannot be left unsaved');
  await page.getByRole('button', { name: 'Gotovo' }).click();
  await page.getByText('Spremite kodove pa ovo označite.').waitFor();
  await fixture.inspect(page, 'enrol-save');
  await page.emulateMedia({ media: 'print' });
  const sheet = await page.locator('.printed').boundingBox();
  assert.ok(sheet && sheet.y < 40, `the codes begin at the top of the sheet: ${sheet?.y}`);
  assert.equal(await page.getByRole('button', { name: 'Gotovo' }).isVisible(), false);
  await page.emulateMedia({ media: 'screen' });
  await page.reload();
  await page.locator('.codes li').first().waitFor();
  assert.deepEqual(await page.locator('.codes li').allInnerTexts(), codes, 'a reload shows them again');
  await page.goBack({ waitUntil: 'commit' }).catch(() => null);
  await page.getByRole('dialog', { name: 'Kodove još niste spremili' }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Kodove još niste spremili' }).waitFor({ state: 'detached' });
  await page.getByLabel('Kodovi su na sigurnom mjestu').check();
  await page.getByRole('button', { name: 'Gotovo' }).click();
  await page.locator('.codes').waitFor({ state: 'detached' });
  await page.reload();
  await page.getByText('Uključen', { exact: true }).waitFor();
  assert.equal(await page.locator('.codes').count(), 0, 'once they are stored, they are gone');
  await fixture.inspect(page, 'profil-second-factor');
  await page.getByRole('button', { name: 'Novi rezervni kodovi' }).click();
  const renewal = page.getByRole('dialog', { name: 'Izdati nove rezervne kodove?' });
  await renewal.waitFor();
  await fixture.inspect(page, 'renew-codes');
  await page.keyboard.press('Enter'); // by habit: the codes that are printed stay valid
  await renewal.waitFor({ state: 'detached' });
  await page.getByText('Preostalo je 8 rezervnih kodova.').waitFor();
  return { secret, codes };
}

/** Each of the six boxes is whole inside the window, and the page does not scroll sideways. */
async function fitsSmallWindows(page: Page): Promise<void> {
  const before = page.viewportSize();
  for (const width of [320, 360, 390]) {
    await page.setViewportSize({ width, height: 800 });
    const rights = await page
      .locator('.code-boxes input:not([type=hidden])')
      .evaluateAll((boxes) => boxes.map((box) => box.getBoundingClientRect().right));
    assert.equal(rights.length, 6);
    assert.ok(Math.max(...rights) <= width - 16, `${width}: ${rights}`);
    const wide = await page.evaluate('document.documentElement.scrollWidth');
    assert.ok(Number(wide) <= width, `${width}: the page is ${wide} wide`);
  }
  if (before) await page.setViewportSize(before);
}

/** Fills the first box with all digits, as autofill does. */
async function typeCode(page: Page, code: string): Promise<void> {
  await page.getByLabel('1. znamenka koda').focus();
  await page.keyboard.type(code);
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /Izbornik računa/ }).click();
  await page.getByRole('menuitem', { name: 'Odjava', exact: true }).click();
  await page.waitForURL('**/login');
  const kept = await page.evaluate("['svc_access','svc_refresh','svc_user'].map((key) => localStorage.getItem(key))");
  assert.deepEqual(kept, [null, null, null]);
}

async function signInWithSecondFactor(
  t: TestContext,
  fixture: PagesFixture,
  page: Page,
  secret: string,
  codes: string[],
): Promise<void> {
  await signIn(page, FIRST);
  await page.getByRole('heading', { name: 'Drugi korak prijave' }).waitFor();
  await fixture.inspect(page, 'login-code');
  await typeCode(page, '000000');
  await page.getByText('Kod nije ispravan (1/5)').waitFor();
  await fixture.inspect(page, 'login-code-wrong');
  await page.getByRole('button', { name: 'rezervni kod' }).click();
  await page.getByText('Kod nije ispravan').waitFor({ state: 'detached' });
  await missesField(page, 'Prijavi se', 'Rezervni kod');
  await page.getByLabel('Rezervni kod').fill('krivi-kod-sasvim');
  await page.keyboard.press('Enter');
  await page.getByText('Kod nije ispravan (2/5)').waitFor();
  assert.equal(await page.getByLabel('Rezervni kod').inputValue(), 'krivi-kod-sasvim', 'it is kept for correction');
  await page.reload();
  await page.getByRole('heading', { name: 'Drugi korak prijave' }).waitFor();
  await page.getByRole('button', { name: 'rezervni kod' }).click();
  await page.getByLabel('Rezervni kod').fill(codes[0] ?? '');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/profil');
  const other = await fixture.visit('/login');
  await signIn(other, FIRST);
  const nextStep = Date.now() + 30_000; // the current step may be spent already
  await typeCode(other, authenticatorApp(t).codeAt(secret, nextStep));
  await other.waitForURL('**/profil');
  await other.getByRole('link', { name: 'Sigurnost' }).click();
  await other.getByText('Preostalo je 7 rezervnih kodova.').waitFor();
  await other.getByRole('link', { name: 'Uređaji' }).click();
  await other.getByText('Ovaj uređaj').waitFor();
  await fixture.inspect(other, 'profil-two-devices');
  await other.getByRole('button', { name: 'Odjavi sve ostale' }).click();
  await other.getByText('Uređaj je odjavljen.').waitFor();
  await page.reload();
  await page.waitForURL('**/login?reason=unauthorized');
  await page.getByText('Odjavljeni ste s drugog uređaja, zbog nove lozinke').waitFor();
  await fixture.inspect(page, 'login-unauthorized');
}

async function loseThePassword(fixture: PagesFixture, codes: string[]): Promise<void> {
  const page = await fixture.visit('/login');
  await page.getByRole('link', { name: 'Zaboravili ste lozinku?' }).click();
  await fixture.inspect(page, 'forgot-password');
  await page.getByLabel('E-adresa').fill(ANA.email);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Pogledajte poštu' }).waitFor();
  await fixture.inspect(page, 'forgot-password-sent');
  await page.goto(await fixture.mailedLink(ANA.email, '/reset-password'));
  await page.getByLabel('Nova lozinka').fill(SECOND);
  await fixture.inspect(page, 'reset-password');
  await page.keyboard.press('Enter');
  await page.getByText('Lozinka je postavljena').waitFor();
  assert.equal(await page.getByLabel('E-adresa').inputValue(), ANA.email, 'nobody types it again');
  await signIn(page, SECOND);
  await page.getByRole('button', { name: 'rezervni kod' }).click();
  await page.getByLabel('Rezervni kod').fill(codes[1] ?? '');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/profil');
}

const KEPT = `['svc_access', 'svc_refresh', 'svc_user']`;

async function lockOneself(t: TestContext, size: Size): Promise<void> {
  const fixture = await openPagesFixture(t, size);
  const page = await fixture.visit('/profil');
  await page.waitForURL('**/login?reason=unauthorized');
  await page.evaluate(`for (const key of ${KEPT}) localStorage.setItem(key, 'e30.eyJleHAiOjF9.e30')`); // exp: 1 s after 1970
  await page.goto(new URL('/profil', page.url()).href);
  await page.waitForURL('**/login?reason=expired');
  await page.getByText('Prijava je istekla.').waitFor();
  assert.deepEqual(await page.evaluate(`${KEPT}.map((key) => localStorage.getItem(key))`), [null, null, null]);
  await page.getByLabel('E-adresa').fill(ADMIN.email);
  for (let count = 1; count <= 5; count++) {
    await page.getByLabel('Lozinka', { exact: true }).fill('nije ta lozinka');
    await page.keyboard.press('Enter');
    await page.getByText(`(${count}/5)`).waitFor();
    if (count === 2) await fixture.inspect(page, 'login-wrong');
  }
  await page.getByRole('timer').waitFor();
  await fixture.inspect(page, 'login-locked');
  assert.match((await page.getByRole('timer').textContent()) ?? '', /^[45]:\d\d$/);
  assert.equal(await page.getByRole('button', { name: 'Prijavi se' }).isDisabled(), true);
  assert.equal(await page.getByLabel('E-adresa').inputValue(), ADMIN.email, 'the input is kept');
  await page.getByRole('button', { name: 'English' }).click();
  await page.getByText('(5/5), so the account is locked').waitFor();
  await fixture.inspect(page, 'login-locked-english');
  await page.reload();
  await page.getByLabel('E-mail').fill(ADMIN.email);
  await page.getByText('The account is temporarily locked because of wrong passwords or codes.').waitFor();
  await page.getByRole('timer').waitFor();
}
