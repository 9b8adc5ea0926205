// engine: browser
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Page } from 'playwright-core';
import { BOTH_SIZES, type Size } from './layouts.ts';
import { openPagesFixture, type PagesFixture } from './pages-fixture.ts';

const ANA = 'ana@example.hr';
const FIRST = 'mirno more plovi';
const SECOND = 'burno more stoji';
/** Settings besides those of the fixture. */
const WIDTHS = { desktop: 768, phone: 320 } as const;

for (const size of BOTH_SIZES) {
  test(
    `on a ${size} a mailed code signs in, of another browser the owner is told, and a changed address is restored`,
    { timeout: 180_000 },
    (t) => signInByMail(t, size),
  );
}

async function signInByMail(t: TestContext, size: Size): Promise<void> {
  const fixture = await openPagesFixture(t, size, { SVC_NEW_DEVICE_MAIL: '1' });
  const inspect = async (page: Page, name: string) => {
    await fixture.inspect(page, name);
    const before = page.viewportSize();
    await page.setViewportSize({ width: WIDTHS[size], height: 800 });
    await fixture.inspect(page, `${name}-${WIDTHS[size]}`);
    if (before) await page.setViewportSize(before);
  };
  await accept(fixture);
  const home = await signInByCode(fixture, inspect);
  await signInElsewhere(fixture, home, inspect);
  await restoreAddress(fixture, inspect);
}

type Inspect = (page: Page, name: string) => Promise<void>;

async function accept(fixture: PagesFixture): Promise<void> {
  await fixture.invite({ email: ANA, ime: 'Ana', prezime: 'Čavić' });
  const token = new URL(await fixture.mailedLink(ANA, '/setup-password')).searchParams.get('token');
  const set = await fixture.service.call('POST /api/auth/setup-password', { body: { token, new_password: FIRST } });
  assert.equal(set.status, 200);
}

async function signInByCode(fixture: PagesFixture, inspect: Inspect): Promise<Page> {
  const page = await fixture.visit('/login');
  const ask = page.getByRole('button', { name: 'Pošalji mi kod e-poštom' });
  await ask.click();
  await page.getByText('Upišite e-adresu.').waitFor();
  assert.equal(await page.evaluate('document.activeElement.name'), 'email');
  await page.getByLabel('E-adresa').fill(ANA);
  await inspect(page, 'login-mail-code');
  await ask.click();
  await page.getByRole('heading', { name: 'Pogledajte poštu' }).waitFor();
  await page.getByText(`Ako je za ${ANA} moguća prijava kodom`).waitFor();
  assert.equal(await page.getByRole('button', { name: /Novi kod za \d:\d\d/ }).isDisabled(), true);
  await inspect(page, 'login-mailed');
  const code = await fixture.mailedCode(ANA);
  await type(page, String((Number(code) + 1) % 1_000_000).padStart(6, '0'));
  await page.getByRole('alert').waitFor();
  await inspect(page, 'login-mailed-wrong');
  await page.getByRole('button', { name: 'Ipak se prijavi lozinkom' }).click();
  assert.equal(await page.getByLabel('E-adresa').inputValue(), ANA, 'what was typed is still there');
  await ask.click();
  await page.getByRole('heading', { name: 'Pogledajte poštu' }).waitFor();
  await type(page, await newerCode(fixture, code));
  await page.waitForURL((address) => address.pathname !== '/login');
  await page.goto(`${fixture.origin}/profil?tab=uredaji`);
  await page.getByRole('heading', { name: 'Poznati preglednici' }).waitFor();
  await page.getByText('Ovaj preglednik').waitFor();
  await page.getByText('kodom iz poruke').waitFor();
  await inspect(page, 'profile-devices');
  return page;
}

const type = async (page: Page, code: string) => {
  await page.getByLabel('1. znamenka koda').click();
  await page.keyboard.type(code);
};

async function newerCode(fixture: PagesFixture, than: string): Promise<string> {
  for (;;) {
    const code = await fixture.mailedCode(ANA);
    if (code !== than) return code;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function signInElsewhere(fixture: PagesFixture, home: Page, inspect: Inspect): Promise<void> {
  const stranger = await fixture.visit('/login');
  await stranger.getByLabel('E-adresa').fill(ANA);
  await stranger.getByLabel('Lozinka', { exact: true }).fill(FIRST);
  await stranger.keyboard.press('Enter');
  await stranger.waitForURL((address) => address.pathname !== '/login');

  const link = await fixture.mailedLink(ANA, '/nova-prijava');
  const owner = await fixture.visit(link);
  await owner.getByRole('heading', { name: 'Je li ovo Vaša prijava?' }).waitFor();
  await owner.getByText('a•••@example.hr').waitFor();
  assert.equal(new URL(owner.url()).search, '', 'the token is no longer in the URL');
  await inspect(owner, 'new-device');
  await stranger.reload();
  assert.notEqual(new URL(stranger.url()).pathname, '/login', 'to look changes nothing');
  await owner.getByRole('button', { name: 'Nije, prekini je' }).click();
  await owner.getByRole('heading', { name: 'Nova lozinka' }).waitFor();
  // The page may notice by itself at the same moment, and then leaves before this has loaded.
  await stranger.goto(`${fixture.origin}/profil`, { waitUntil: 'commit', timeout: 10_000 }).catch(() => null);
  await stranger.waitForURL('**/login?**');
  await home.reload();
  await home.getByRole('heading', { name: 'Poznati preglednici' }).waitFor();
  await owner.getByLabel('Nova lozinka', { exact: true }).fill(SECOND);
  await owner.getByRole('button', { name: 'Postavi lozinku' }).click();
  await owner.waitForURL((address) => address.pathname !== '/reset-password');
  await owner.getByRole('button', { name: /Izbornik računa/ }).waitFor();

  const late = await fixture.visit(link);
  await late.getByRole('heading', { name: 'Poveznica više ne vrijedi' }).waitFor();
  await inspect(late, 'new-device-dead');
}

/** Somebody who knows the password has changed the address; the owner of the old mailbox undoes it. */
async function restoreAddress(fixture: PagesFixture, inspect: Inspect): Promise<void> {
  const theirs = 'tuda@example.hr';
  const { access_token: token } = (await fixture.service.signIn(ANA, SECOND)).body;
  const asked = await fixture.service.call('POST /api/users/me/email', { token, body: { email: theirs } });
  assert.equal(asked.status, 200, JSON.stringify(asked.body));
  const code = await fixture.mailedCode(theirs);
  const changed = await fixture.service.call('POST /api/users/me/email/confirm', { token, body: { code } });
  assert.equal(changed.status, 200, JSON.stringify(changed.body));

  const link = await fixture.mailedLink(ANA, '/povrat-racuna');
  const owner = await fixture.visit(link);
  await owner.getByRole('heading', { name: 'Vratiti e-adresu?' }).waitFor();
  await owner.getByText('a•••@example.hr').waitFor();
  assert.equal(new URL(owner.url()).search, '', 'the token is no longer in the URL');
  await inspect(owner, 'take-back');
  await owner.getByRole('button', { name: 'Vrati moju adresu' }).click();
  await owner.getByRole('heading', { name: 'Nova lozinka' }).waitFor();
  await owner.getByLabel('Nova lozinka', { exact: true }).fill('tiha noć na otoku');
  await owner.getByRole('button', { name: 'Postavi lozinku' }).click();
  await owner.waitForURL((address) => address.pathname !== '/reset-password');
  await owner.getByRole('button', { name: /Izbornik računa/ }).waitFor();
  assert.equal((await fixture.service.call('GET /api/auth/me', { token })).status, 401);
  assert.equal((await fixture.service.signIn(ANA, 'tiha noć na otoku')).status, 200);

  const late = await fixture.visit(link);
  await late.getByRole('heading', { name: 'Poveznica više ne vrijedi' }).waitFor();
  await inspect(late, 'take-back-dead');
}
