// engine: browser
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Page } from 'playwright-core';
import { ALIKE_SIZES, type Size } from './layouts.ts';
import { ADMIN, openPagesFixture, type PagesFixture, signInAsAdmin, untilHolds } from './pages-fixture.ts';

for (const size of ALIKE_SIZES)
  test(`the own page on a ${size}: whom to ask, light and dark, every sign-in`, { timeout: 120_000 }, (t) =>
    useOwnPage(t, size),
  );

const PASSWORD = 'tri plave lađe';

async function enterAsMember(fixture: PagesFixture): Promise<Page> {
  await fixture.invite({ email: 'mia@example.hr', ime: 'Mia', prezime: 'Horvat' });
  const page = await fixture.visit(await fixture.mailedLink('mia@example.hr', '/setup-password'));
  await page.getByLabel('Nova lozinka').fill(PASSWORD);
  await page.getByRole('button', { name: 'Prihvati pozivnicu' }).click();
  await page.getByRole('button', { name: /Izbornik računa/ }).waitFor();
  return page;
}

async function useOwnPage(t: TestContext, size: Size): Promise<void> {
  const fixture = await openPagesFixture(t, size);
  const { body } = await fixture.service.signIn(ADMIN.email, ADMIN.password);
  const ivan = { email: 'ivan@example.hr', ime: 'Ivan', prezime: 'Upravitelj', role: 'admin' };
  const made = await fixture.service.call('POST /api/admin/users', {
    token: body.access_token,
    body: { ...ivan, invite: true },
  });
  assert.equal(made.status, 201, JSON.stringify(made.body));
  const admin = await fixture.visit(await fixture.mailedLink(ivan.email, '/setup-password'));
  await admin.getByLabel('Nova lozinka').fill('crveni čamac dugo plovi');
  await admin.getByRole('button', { name: 'Prihvati pozivnicu' }).click();
  await admin.getByRole('button', { name: /Izbornik računa/ }).waitFor();
  const page = await enterAsMember(fixture);
  await page.goto(`${fixture.origin}/profil`);
  const contact = page.getByRole('link', { name: 'ivan@example.hr' });
  await contact.waitFor();
  assert.equal(await contact.getAttribute('href'), 'mailto:ivan@example.hr');
  await fixture.inspect(page, 'own-tools');
  await page.getByLabel('Tamno').check();
  await page.waitForSelector('html[data-mantine-color-scheme=dark]');
  await page.reload();
  await page.waitForSelector('html[data-mantine-color-scheme=dark]');
  assert.equal(await page.getByLabel('Tamno').isChecked(), true, 'remembered');
  await page.getByLabel('Kao uređaj').check();
  await page.waitForSelector('html[data-mantine-color-scheme=light]');
  await page.goto(`${fixture.origin}/profil?tab=uredaji`);
  await page.getByRole('heading', { name: 'Povijest prijava' }).waitFor();
  await page.getByText(/poveznicom iz poruke · 127\.0\.0\.1/).waitFor();
  await fixture.inspect(page, 'own-sign-in-history');
}

test('the app is installable, says when it is offline, caches no data, and updates at once', {
  timeout: 120_000,
}, async (t) => {
  const fixture = await openPagesFixture(t, 'phone');
  const page = await fixture.visit('/login', 'light', 'allow');
  await page.getByLabel('E-adresa').waitFor();
  const manifest = await page.evaluate(`fetch('/manifest.webmanifest').then((answer) => answer.json())`);
  const { icons, start_url } = manifest as { icons: { src: string; purpose: string }[]; start_url: string };
  assert.deepEqual(
    [start_url, icons.length, icons.filter(({ purpose }) => purpose === 'maskable').length],
    ['/', 4, 2],
  );
  for (const { src } of icons)
    assert.equal(
      await page.evaluate(`fetch('${src}').then(({ headers }) => headers.get('content-type'))`),
      'image/png',
    );
  await untilHolds(page, 'navigator.serviceWorker.controller !== null');
  await signInAsAdmin(page);
  await page.getByRole('button', { name: /Izbornik računa/ }).waitFor();
  await page.goto(`${fixture.origin}/admin/users`);
  await page.getByRole('heading', { name: 'Ljudi' }).waitFor();
  const kept = `caches.keys().then((names) => Promise.all(names.map((name) => caches.open(name))))
    .then((all) => Promise.all(all.map((cache) => cache.keys())))
    .then((requests) => requests.flat().map(({ url }) => new URL(url).pathname))`;
  assert.deepEqual(await page.evaluate(kept), ['/offline'], 'no answer and no page is kept');
  await page.evaluate(`caches.open('of another build').then((cache) => cache.add('/offline'))`);
  await page.evaluate(`navigator.serviceWorker.getRegistration().then((one) => one.unregister())`);
  await page.reload();
  await untilHolds(page, `caches.keys().then((names) => names.length === 1)`);
  await untilHolds(page, 'navigator.serviceWorker.controller !== null');
  await page.context().setOffline(true);
  await page.goto(`${fixture.origin}/profil`);
  await page.getByRole('heading', { name: 'Nema veze s internetom' }).waitFor();
  await page.getByRole('link', { name: 'Pokušaj ponovno' }).waitFor();
  await page.context().setOffline(false);
  await page.getByRole('link', { name: 'Pokušaj ponovno' }).click();
  await page.getByLabel('OIB').waitFor();
});

for (const size of ALIKE_SIZES)
  test(`commands on a ${size}: the search does what it is told, and only what one may`, { timeout: 120_000 }, (t) =>
    giveCommands(t, size),
  );

const SEARCH = 'Traži ljude, dokumente i stranice';

async function giveCommands(t: TestContext, size: Size): Promise<void> {
  const fixture = await openPagesFixture(t, size);
  const page = await enterAsMember(fixture);
  const field = page.getByRole('combobox', { name: SEARCH });
  const option = (name: string) => page.getByRole('option', { name, exact: true });
  const ask = async (words: string) => {
    await page.keyboard.press('Control+k');
    await field.fill(words);
  };
  await ask('pozovi');
  await page.getByText('Ništa ne odgovara upitu „pozovi”.').waitFor(); // a member invites nobody
  await field.fill('tamn');
  await option('Uključi tamni izgled').click();
  await page.waitForSelector('html[data-mantine-color-scheme=dark]');
  await ask('uredaj');
  await option('Pokaži moje uređaje i prijave').waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/profil?tab=uredaji');
  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: 'Prečaci tipkovnice' });
  await keys.getByText('Traži ili zadaj naredbu').waitFor();
  await page.evaluate(`localStorage.removeItem('mantine-color-scheme-value')`);
  await page.keyboard.press('Escape');
  await keys.waitFor({ state: 'detached' });
  await page.reload();
  await page.getByRole('button', { name: /Izbornik računa/ }).waitFor();
  await ask('precac');
  await option('Pokaži prečace tipkovnice').waitFor();
  await fixture.inspect(page, 'commands');
  await page.keyboard.press('Enter');
  await keys.waitFor();
  await fixture.inspect(page, 'keys');
  await page.keyboard.press('Escape');
  await ask('odjav');
  await option('Odjava').waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/login');
  await signInAsAdmin(page);
  await page.getByRole('button', { name: /Izbornik računa/ }).waitFor();
  await ask('pozovi');
  await option('Pozovi novu osobu').click();
  await page.getByRole('dialog', { name: 'Nova osoba' }).or(page.getByLabel('Prezime')).first().waitFor();
}
