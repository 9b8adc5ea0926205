// engine: browser
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { unzipSync } from 'fflate';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { picturesFolder } from '../support/test-engine.ts';
import { BOTH_SIZES, type Size } from './layouts.ts';
import { ADMIN, openPagesFixture, type PagesFixture } from './pages-fixture.ts';

const ANA = { email: 'ana@example.hr', ime: 'Ana', prezime: 'Čavić-Žganec' };
const PASSWORD = 'plavo nebo nad Velebitom';

for (const size of BOTH_SIZES) {
  test(`own page on a ${size}: first visit, keyboard only, picture, e-mail change`, { timeout: 180_000 }, (t) =>
    lookAfterOneself(t, size),
  );
  test(`own page on a ${size}: consents, access log, data export, erasure`, { timeout: 180_000 }, (t) =>
    askWhatIsKnown(t, size),
  );
}

/** A member who has accepted the invitation. */
async function addAna(fixture: PagesFixture): Promise<number> {
  const { body: admin } = await fixture.service.signIn(ADMIN.email, ADMIN.password);
  const body = { ...ANA, role: 'member', invite: true };
  const created = await fixture.service.call('POST /api/admin/users', { token: admin.access_token, body });
  const token = new URL(created.body.invite_link).searchParams.get('token');
  const set = await fixture.service.call('POST /api/auth/setup-password', { body: { token, new_password: PASSWORD } });
  assert.equal(set.status, 200);
  return created.body.id;
}

async function lookAfterOneself(t: TestContext, size: Size): Promise<void> {
  const fixture = await openPagesFixture(t, size);
  await addAna(fixture);
  const page = await fixture.visit('/login');
  await readNotice(fixture, page);
  await signInByKeys(page);
  await fixture.inspect(page, 'own-data');
  await goThroughByKeys(page);
  await changePicture(fixture, page);
  await changeAddress(fixture, page);
}

/** Nothing is stored before the notice is accepted, and exactly what it says afterwards. */
async function readNotice(fixture: PagesFixture, page: Page): Promise<void> {
  const notice = page.getByRole('region', { name: 'Što spremamo u preglednik' });
  await notice.waitFor();
  await page.getByText('Savez', { exact: true }).waitFor();
  assert.deepEqual(await stored(page), { local: [], cookies: [] });
  await fixture.inspect(page, 'login-first-visit');
  await notice.getByRole('button', { name: 'U redu' }).click();
  await notice.waitFor({ state: 'detached' });
  assert.deepEqual(await stored(page), { local: ['iskaznica_told'], cookies: ['svc_guest'] });
  await page.reload();
  await page.getByText('Savez', { exact: true }).waitFor();
  assert.equal(await notice.count(), 0, 'shown once');
}

async function stored(page: Page): Promise<{ local: string[]; cookies: string[] }> {
  const local = (await page.evaluate('Object.keys(localStorage)')) as string[];
  return { local, cookies: (await page.context().cookies()).map(({ name }) => name) };
}

async function signInByKeys(page: Page): Promise<void> {
  await page.locator('input:focus').waitFor(); // the first field has it by itself
  await page.keyboard.type(ANA.email);
  await page.keyboard.press('Tab');
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Tab');
  assert.equal((await focused(page)).name, 'Pokaži lozinku');
  await page.keyboard.press('Tab');
  assert.equal((await focused(page)).name, 'Prijavi se');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Moj račun' }).waitFor();
  await page.getByLabel('OIB').waitFor();
}

interface Focused {
  readonly name: string;
  readonly seen: boolean;
}

const focused = (page: Page): Promise<Focused> =>
  page.evaluate(`(() => {
    const here = document.activeElement;
    const { width, height, left, right } = here.getBoundingClientRect();
    const name = here.getAttribute('aria-label') ?? here.labels?.[0]?.textContent ?? here.textContent ?? '';
    const drawn = getComputedStyle(here);
    const ring = drawn.outlineStyle !== 'none' || here.matches('input, select');
    return { name: here === document.body ? '' : name.trim(), seen: width > 0 && height > 0 && right > 0 && left < innerWidth && ring };
  })()`) as Promise<Focused>;

/** Every focus stop is visible, in page order, and the last one leads out. */
async function goThroughByKeys(page: Page): Promise<void> {
  await page.reload();
  await page.getByLabel('OIB').waitFor();
  const stops: Focused[] = [];
  for (let turn = 0; turn < 60; turn++) {
    await page.keyboard.press('Tab');
    const stop = await focused(page);
    if (stop.name === '' || (stops.length > 0 && stop.name === stops[0]?.name)) break;
    stops.push(stop);
  }
  assert.ok(stops.length < 60, 'the focus leaves the page again');
  assert.deepEqual(
    stops.filter(({ seen }) => !seen).map(({ name }) => name),
    [],
    'a focus that nobody sees',
  );
  const wanted = ['Prijeđi na sadržaj', 'Profil', 'Sigurnost', 'Uređaji', 'Privatnost', 'Ime', 'Prezime'];
  const names = stops.map(({ name }) => name);
  const order = [...wanted, 'Telefon', 'OIB', 'Jezik poruka', 'Točno je', 'Promijeni', 'Odaberi sliku'];
  assert.deepEqual(
    names.filter((name) => order.includes(name)),
    order,
  );
}

async function changePicture(fixture: PagesFixture, page: Page): Promise<void> {
  const photo = await sharp({ create: { width: 1600, height: 900, channels: 3, background: '#2a7ab0' } })
    .jpeg()
    .toBuffer();
  const chooser = page.locator('input[type=file]');
  await chooser.setInputFiles({ name: 'ana.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('nije slika') });
  await page.getByText('preglednik ne može pročitati').waitFor();
  await chooser.setInputFiles({ name: 'ana.jpg', mimeType: 'image/jpeg', buffer: photo });
  await page.getByRole('img', { name: 'Ovako će Vas vidjeti drugi' }).waitFor();
  await page.getByLabel('Povećanje').focus();
  for (let turn = 0; turn < 20; turn++) await page.keyboard.press('ArrowRight');
  assert.equal(await page.getByLabel('Povećanje').inputValue(), '2');
  await fixture.inspect(page, 'own-picture-crop');
  await page.getByRole('button', { name: 'Spremi sliku' }).click();
  await page.getByRole('button', { name: 'Ukloni sliku' }).waitFor();
  for (const place of ['.frame-head', '.frame-main']) {
    const size = await sizeOf(page, `${place} .person-avatar img`);
    assert.deepEqual(size, { width: 450, height: 450 }, 'a square, half as high as the picture');
  }
  await fixture.inspect(page, 'own-picture');
}

/** The natural size of an image once loaded; its element may be replaced meanwhile. */
async function sizeOf(page: Page, selector: string): Promise<unknown> {
  await page.locator(selector).waitFor();
  return page.evaluate(`(async () => {
    for (let turn = 0; turn < 200; turn++) {
      const image = document.querySelector(${JSON.stringify(selector)});
      if (image?.complete && image.naturalWidth > 0) return { width: image.naturalWidth, height: image.naturalHeight };
      await new Promise((next) => setTimeout(next, 50));
    }
  })()`);
}

async function changeAddress(fixture: PagesFixture, page: Page): Promise<void> {
  await askForPasswordOnce(page); // early: Chromium may still let a call through that follows at once
  await page.getByRole('button', { name: 'Promijeni', exact: true }).click();
  await page.getByLabel('Nova e-adresa').fill('ana bez adrese');
  await page.keyboard.press('Enter');
  await page.getByLabel('Nova e-adresa').and(page.locator('[aria-invalid=true]')).waitFor();
  await page.getByLabel('Nova e-adresa').fill('ana.nova@example.hr');
  await proveOneself(fixture, page);
  await page.getByText('poslali smo kod').waitFor();
  await page.getByLabel('Kod iz poruke').fill('00000000');
  await page.keyboard.press('Enter');
  await page.getByText('Kod nije ispravan').waitFor();
  await fixture.inspect(page, 'own-email-code');
  await page.getByLabel('Kod iz poruke').fill(await fixture.mailedCode('ana.nova@example.hr'));
  await page.keyboard.press('Enter');
  await page.getByText('E-adresa je promijenjena.').waitFor();
  await page.getByText('ana.nova@example.hr').waitFor();
  const again = await fixture.service.signIn('ana.nova@example.hr', PASSWORD);
  assert.equal(again.status, 200);
}

/** As some time after signing in. */
async function askForPasswordOnce(page: Page): Promise<void> {
  const body = JSON.stringify({ detail: 'Potvrdite lozinkom.', code: 'reauth.required', request_id: 'x' });
  const long = { status: 403, contentType: 'application/json', body };
  await page.route('**/api/users/me/email', (route) => route.fulfill(long), { times: 1 });
}

/** The password is asked for again, and the action then continues by itself. */
async function proveOneself(fixture: PagesFixture, page: Page): Promise<void> {
  await page.keyboard.press('Enter');
  const question = page.getByRole('dialog', { name: 'Potvrdite da ste to Vi' });
  await question.getByLabel('Lozinka', { exact: true }).fill('nije ta lozinka');
  await page.keyboard.press('Enter');
  await question.getByRole('alert').getByText('Lozinka nije ispravna.').waitFor();
  await fixture.inspect(page, 'own-email-prove');
  await question.getByLabel('Lozinka', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
}

async function askWhatIsKnown(t: TestContext, size: Size): Promise<void> {
  const fixture = await openPagesFixture(t, size);
  const id = await addAna(fixture);
  const { body: admin } = await fixture.service.signIn(ADMIN.email, ADMIN.password);
  const looked = await fixture.service.call(`GET /api/admin/users/${id}`, { token: admin.access_token });
  assert.equal(looked.status, 200);
  const page = await fixture.visit('/login');
  await page.getByLabel('E-adresa').fill(ANA.email);
  await page.getByLabel('Lozinka', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: /^Privatnost/ }).click();
  await page.getByText('Još niste potvrdili').waitFor();
  await page.getByText('Glavni administrator · Savez').waitFor();
  await page.getByText('Vaš je račun pregledan radi administracije').waitFor();
  await fixture.inspect(page, 'own-privacy');
  await page.getByRole('button', { name: 'Potvrđujem' }).click();
  await page.getByText('Pravila privatnosti, verzija 1').waitFor();
  assert.equal(await page.getByText('Još niste potvrdili').count(), 0);
  await withdraw(fixture, page);
  await takeAlong(page, id);
  await askForErasure(fixture, page);
}

/** What the club's own site was allowed is taken back where it is shown; what was confirmed stays. */
async function withdraw(fixture: PagesFixture, page: Page): Promise<void> {
  const token = (await fixture.service.signIn(ANA.email, PASSWORD)).body.access_token;
  const given = { policy_version: '1', categories: { necessary: true, newsletter: true } };
  assert.equal((await fixture.service.call('POST /api/gdpr/consent', { token, body: given })).status, 200);
  await page.reload();
  const button = page.getByRole('button', { name: 'Povuci privolu: newsletter' });
  await button.click();
  await page.getByText('bez: newsletter').waitFor();
  await button.waitFor({ state: 'detached' });
  const { body } = await fixture.service.call('GET /api/users/me/gdpr-consent', { token });
  assert.deepEqual(body.items[0].categories, { necessary: true, newsletter: false });
  assert.equal((await fixture.service.call('GET /api/auth/me', { token })).body.consent_required, false);
}

/** The file contains this person and nobody else. */
async function takeAlong(page: Page, id: number): Promise<void> {
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Preuzmi moje podatke' }).click();
  const file = await coming;
  assert.match(file.suggestedFilename(), new RegExp(`^gdpr-export-${id}-\\d{4}-\\d\\d-\\d\\d\\.zip$`));
  const files = Object.entries(unzipSync(readFileSync(await file.path())));
  assert.deepEqual(
    files.map(([name]) => name.split('.').at(-1)),
    ['html', 'json'],
  );
  const [html = '', text = ''] = files.map(([, bytes]) => new TextDecoder().decode(bytes));
  await readExport(page, html);
  for (const marker of [ANA.email, ANA.prezime, 'consent', 'schema_version']) assert.ok(text.includes(marker), marker);
  assert.ok(!text.includes(ADMIN.email), 'the viewer is shown by role, not by name');
  await page.getByText('Datoteka ZIP je preuzeta.').waitFor();
}

/** The exported page as people see it: in Croatian, readable, and complete at any width. */
async function readExport(page: Page, html: string): Promise<void> {
  const reader = await page.context().newPage();
  await reader.setContent(html);
  await reader.getByRole('heading', { name: 'Moji podaci' }).waitFor();
  const text = (await reader.locator('body').textContent()) ?? '';
  for (const word of [ANA.email, ANA.prezime, 'Osobni podaci', 'Dnevnik radnji na računu', 'prijava', 'Pozivnica'])
    assert.ok(text.includes(word), word);
  assert.doesNotMatch(
    text,
    /own\.page|audit\.act|mails\.kind|\d{4}-\d\d-\d\dT/,
    'no keys, and no instants as programs write them',
  );
  for (const told of ['Voditelj obrade', 'AZOP', 'Svrha: ', 'Čuva se: 90 dana']) assert.ok(text.includes(told), told);
  for (const name of await reader.locator('h2, dt').allTextContents()) assert.match(name, /^\p{Lu}[^_]*$/u, 'no code');
  assert.ok(!text.includes(ADMIN.email));
  if (picturesFolder) await reader.screenshot({ path: join(picturesFolder, 'own-export.png'), fullPage: true });
  await reader.close();
}

async function askForErasure(fixture: PagesFixture, page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Zatraži brisanje…' }).click();
  await page.getByText('Do odluke zahtjev možete povući.').waitFor();
  await fixture.inspect(page, 'own-erasure-question');
  await page.getByRole('button', { name: 'Zatraži brisanje', exact: true }).click();
  await page.getByText(/^Ostal[oa] (je|su) \d+ dana?\.$/).waitFor();
  await fixture.inspect(page, 'own-erasure-running');
  await page.reload();
  await page.getByRole('button', { name: 'Povuci zahtjev' }).click();
  await page.getByText('Zahtjev za brisanje povukli ste').waitFor();
  await page.getByRole('button', { name: 'Zatraži brisanje…' }).waitFor();
  await fixture.inspect(page, 'own-erasure-cancelled');
}
