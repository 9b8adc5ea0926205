// engine: browser
import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { picture } from '../support/avatar-fixture.ts';
import { ALIKE_SIZES } from './layouts.ts';
import { ADMIN, missesField, openPagesFixture, type PagesFixture, signInAsAdmin } from './pages-fixture.ts';
import { authenticators } from './virtual-authenticators.ts';

const VERIFIER = 'v'.repeat(43);

/** A shop that responds with its name. Returns the redirect address. */
async function openShop(t: TestContext): Promise<string> {
  const shop = createServer((_request, response) =>
    response.setHeader('content-type', 'text/html').end('<link rel="icon" href="data:,">Trgovina'),
  );
  t.after(() => shop.close());
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(shop.address() as AddressInfo).port}/povratak`;
}

function entrance({ origin }: PagesFixture, id: string, shop: string): string {
  const params = {
    client_id: id,
    redirect_uri: shop,
    response_type: 'code',
    scope: 'openid profile email',
    state: 'stanje',
    code_challenge: hash('sha256', VERIFIER, 'base64url'),
    code_challenge_method: 'S256',
  };
  return `${origin}/oidc/auth?${new URLSearchParams(params)}`;
}

for (const size of ALIKE_SIZES) {
  test(`pages on a ${size}: an application is registered, entered with consent, and the consent withdrawn`, {
    timeout: 300_000,
  }, async (t) => {
    const fixture = await openPagesFixture(t, size);
    const shop = await openShop(t);
    const page = await fixture.visit('/login');
    await signInAsAdmin(page);
    await page.waitForURL((address) => address.pathname !== '/login');
    await page.goto(`${fixture.origin}/admin/applications`);
    await page.getByText('Ovdje će biti aplikacije').waitFor();
    await fixture.inspect(page, 'aplikacije-empty');
    await page.getByRole('button', { name: 'Dodaj aplikaciju' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Što želite povezati?').waitFor();
    await fixture.inspect(page, 'aplikacije-izbor');
    await dialog.getByRole('button', { name: /^Drugi program na poslužitelju/ }).click();
    await missesField(page, 'Dodaj aplikaciju', 'Naziv');
    await dialog.getByLabel('Naziv').fill('Trgovina saveza');
    await missesField(page, 'Dodaj aplikaciju', 'Adrese za povratak');
    await dialog.getByLabel('Adrese za povratak').fill('http://trgovina.example.hr/povratak');
    await dialog.getByRole('button', { name: 'Dodaj aplikaciju' }).click();
    await dialog.getByText('Adresa mora početi s https://').waitFor();
    await fixture.inspect(page, 'aplikacije-dialog');
    await dialog.getByLabel('Adrese za povratak').fill(shop);
    await dialog.getByRole('button', { name: 'Dodaj aplikaciju' }).click();
    await page.getByRole('button', { name: 'Izdaj tajnu' }).click();
    const secret = await page.locator('code', { hasText: 'isk_' }).innerText();
    assert.match(secret, /^isk_[\w-]{49}$/);
    await page.locator('section[aria-label=Tajna]:focus').waitFor();
    await fixture.inspect(page, 'aplikacije-secret');
    await page.keyboard.press('Escape');
    await page.getByText('Tajnu pokazujemo samo sada').waitFor();
    await page.getByRole('button', { name: 'Natrag' }).click();
    assert.equal(await page.locator('code', { hasText: 'isk_' }).innerText(), secret, 'closing is asked about');
    await page.getByRole('button', { name: 'Tajna je upisana u aplikaciju' }).click();
    assert.equal(await page.locator('code', { hasText: 'isk_' }).count(), 0);
    const id = new URL(page.url()).searchParams.get('application') ?? '';
    const logo = { name: 'znak.png', mimeType: 'image/png', buffer: await picture('png', { width: 300, height: 100 }) };
    await page.locator('input[type=file]').setInputFiles(logo);
    await page.getByAltText('Znak: Trgovina saveza').waitFor();
    await fixture.inspect(page, 'aplikacije-logo');

    const visitor = await fixture.visit('/login');
    await visitor.goto(entrance(fixture, id, shop));
    await visitor.getByRole('heading', { name: 'Prijava u aplikaciju Trgovina saveza' }).waitFor();
    await visitor.getByRole('button', { name: 'Natrag u aplikaciju' }).waitFor();
    await fixture.inspect(visitor, 'ulazak-visitor');
    await signInAsAdmin(visitor);
    await visitor.getByText('Aplikacija Trgovina saveza želi čitati:').waitFor();
    await visitor.locator('.entry-form .app-logo').waitFor();
    assert.equal(await visitor.getByText('Pristanak vrijedi dok ga ne povučete.').count(), 1, 'said once');
    await fixture.inspect(visitor, 'ulazak-consent');
    await visitor.getByRole('button', { name: 'Dopusti i uđi' }).click();
    await visitor.waitForURL((address) => address.href.startsWith(`${shop}?code=`));
    await visitor.goto(entrance(fixture, id, shop));
    await visitor.waitForURL((address) => address.href.startsWith(`${shop}?code=`));

    const newcomer = await fixture.visit(
      `${entrance(fixture, id, shop)}&login_hint=${encodeURIComponent(ADMIN.email)}`,
    );
    await newcomer.waitForURL(`${fixture.origin}/login`);
    assert.equal(await newcomer.getByLabel('E-adresa').inputValue(), ADMIN.email, 'whom the application expects');
    await newcomer.reload();
    await newcomer.getByRole('heading', { name: 'Prijava u aplikaciju Trgovina saveza' }).waitFor();
    await signInAsAdmin(newcomer);
    await newcomer.waitForURL((address) => address.href.startsWith(`${shop}?code=`)); // consent was granted
    const leaver = await fixture.visit(entrance(fixture, id, shop));
    await leaver.getByRole('button', { name: 'Natrag u aplikaciju' }).click();
    await leaver.waitForURL((address) => address.href.includes('error=access_denied'));
    await leaver.goto(`${fixture.origin}/login`);
    await leaver.getByRole('heading', { name: 'Prijava', exact: true }).waitFor();

    await visitor.goto(`${fixture.origin}/oidc/logout?client_id=${id}`);
    await visitor.getByRole('heading', { name: 'Odjaviti se sasvim?' }).waitFor();

    await visitor.goto(`${fixture.origin}/profil?tab=privatnost`);
    await visitor.getByRole('button', { name: 'Povuci pristanak aplikaciji Trgovina saveza' }).waitFor();
    await visitor.locator('.row .app-logo').waitFor();
    await fixture.inspect(visitor, 'aplikacije-own');
    await visitor.getByRole('button', { name: 'Povuci pristanak aplikaciji Trgovina saveza' }).click();
    await visitor.getByText('Pristanak je povučen.').waitFor();
    await visitor.goto(entrance(fixture, id, shop));
    await visitor.getByRole('button', { name: 'Ne želim' }).click();
    await visitor.waitForURL((address) => address.href.includes('error=access_denied'));
  });
}

test('a known program asks for the address of its site alone, and then says what to enter in it', {
  timeout: 180_000,
}, async (t) => {
  const fixture = await openPagesFixture(t, 'desktop');
  const page = await fixture.visit('/login');
  await signInAsAdmin(page);
  await page.waitForURL((address) => address.pathname !== '/login');
  await page.goto(`${fixture.origin}/admin/applications?new=1`);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: /^Nextcloud/ }).click();
  await dialog.getByRole('button', { name: 'Odaberi drugo' }).click();
  await dialog.getByRole('button', { name: /^WordPress/ }).press('Enter');
  assert.equal(await dialog.getByLabel('Naziv').inputValue(), 'WordPress');
  await dialog.locator('input[name=name]:focus').waitFor();
  await dialog.getByLabel('Adresa stranice WordPress').fill('www.klub.example.hr/');
  const back = 'https://www.klub.example.hr/wp-admin/admin-ajax.php?action=openid-connect-authorize';
  assert.equal(await dialog.getByLabel('Adrese za povratak').inputValue(), back);
  await dialog.getByRole('button', { name: 'Dodaj aplikaciju' }).click();
  const recipe = page.getByRole('region', { name: 'Što upisati u WordPress' });
  await recipe.getByText(`${fixture.origin}/oidc/userinfo`).waitFor();
  await recipe.getByText('openid profile email', { exact: true }).waitFor();
  await fixture.inspect(page, 'aplikacije-recipe');
  const { body } = await fixture.service.signIn(ADMIN.email, ADMIN.password);
  const listed = await fixture.service.call('GET /api/admin/applications', { token: body.access_token });
  const [made] = listed.body.items;
  assert.deepEqual(
    { kind: made.kind, pkce: made.pkce, redirect_uris: made.redirect_uris, scopes: made.scopes },
    { kind: 'web', pkce: 'optional', redirect_uris: [back], scopes: ['openid', 'profile', 'email'] },
  );
});

/** Registers an application and returns its id. */
async function register({ service }: PagesFixture, token: string, members: object): Promise<string> {
  const body = { name: 'Trgovina saveza', trusted: false, ...members };
  const made = await service.call('POST /api/admin/applications', { token, body });
  assert.equal(made.status, 201, JSON.stringify(made.body));
  return made.body.id;
}

async function publish({ service }: PagesFixture, token: string, replaces: number): Promise<void> {
  const body = { text: `# Pravila ${replaces + 1}`, replaces };
  const made = await service.call('POST /api/admin/privacy-policies', { token, body });
  assert.equal(made.status, 201, JSON.stringify(made.body));
}

for (const size of ALIKE_SIZES) {
  test(`pages on a ${size}: the privacy policy in force is confirmed before an application, or a device, is let in`, {
    timeout: 300_000,
  }, async (t) => {
    const fixture = await openPagesFixture(t, size);
    const shop = await openShop(t);
    const { access_token: token } = (await fixture.service.signIn(ADMIN.email, ADMIN.password)).body;
    const scopes = ['profile', 'email'];
    const id = await register(fixture, token, { kind: 'spa', redirect_uris: [shop], scopes });
    await publish(fixture, token, 0);
    const page = await fixture.visit('/login');
    await signInAsAdmin(page);
    await page.waitForURL((address) => address.pathname !== '/login');
    await page.goto(entrance(fixture, id, shop));
    await page.getByText('Prije nastavka potvrdite').waitFor();
    await fixture.inspect(page, 'ulazak-policy');
    const [tab] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('link', { name: 'Pročitajte ih u novoj kartici' }).click(),
    ]);
    await tab.getByRole('heading', { name: 'Pravila 1' }).waitFor();
    await tab.close();
    await publish(fixture, token, 1);
    const asked = page.waitForResponse((answer) => answer.url().includes('/oidc/interaction/'));
    await page.getByRole('button', { name: 'Potvrđujem' }).click();
    assert.equal((await (await asked).json()).state, 'policy', 'what was confirmed is no longer in force');
    await page.getByRole('button', { name: 'Potvrđujem' }).click();
    await page.getByText('Aplikacija Trgovina saveza želi čitati:').waitFor();
    await page.getByRole('button', { name: 'Dopusti i uđi' }).click();
    await page.waitForURL((address) => address.href.startsWith(`${shop}?code=`));

    const device = await register(fixture, token, {
      name: 'Semafor',
      kind: 'device',
      redirect_uris: [],
      scopes: ['profile'],
    });
    const form = new URLSearchParams({ client_id: device, scope: 'openid profile' });
    const started = await fetch(`${fixture.origin}/oidc/device/auth`, { method: 'POST', body: form });
    const { verification_uri_complete: address } = (await started.json()) as { verification_uri_complete: string };
    await publish(fixture, token, 2);
    await page.goto(new URL(address).origin + new URL(address).pathname);
    await missesField(page, 'Dalje', 'Kod s uređaja');
    await page.goto(address);
    await page.getByRole('button', { name: 'Dalje' }).click();
    await fixture.inspect(page, 'uredaj-asks');
    await page.getByRole('button', { name: 'Dopusti' }).click();
    await page.getByText('Prije nastavka potvrdite').waitFor();
    await fixture.inspect(page, 'uredaj-policy');
    await page.getByRole('button', { name: 'Potvrđujem' }).click();
    await page.getByRole('heading', { name: 'Uređaj je prijavljen' }).waitFor();
  });
}

test('pages: whoever must enrol a second factor does so beside an application, and then goes on', {
  timeout: 180_000,
}, async (t) => {
  const fixture = await openPagesFixture(t, 'phone', {}, 'localhost');
  const shop = await openShop(t);
  const { access_token: token } = (await fixture.service.signIn(ADMIN.email, ADMIN.password)).body;
  const id = await register(fixture, token, { kind: 'spa', redirect_uris: [shop], scopes: ['profile', 'email'] });
  const page = await fixture.visit('/login');
  await signInAsAdmin(page);
  await page.waitForURL((address) => address.pathname !== '/login');
  const rules = { tenant_id: null, rules: [{ role: 'superadmin', grace_days: 0 }] };
  assert.equal((await fixture.service.call('PUT /api/admin/factor-policy', { token, body: rules })).status, 200);
  await page.goto(entrance(fixture, id, shop));
  await page.getByText('Najprije uključite drugi korak prijave.').waitFor();
  await fixture.inspect(page, 'ulazak-obligation');
  const [tab] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('link', { name: 'Idi na sigurnost računa' }).click(),
  ]);
  await (await authenticators(tab))({ transport: 'internal', hasResidentKey: true, hasUserVerification: true });
  await tab.getByRole('button', { name: 'Dodaj pristupni ključ' }).click();
  await tab.getByText('Pristupni ključ je dodan.').waitFor();
  await tab.close();
  await page.bringToFront();
  await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))"); // headless pages are always in front
  await page.getByText('Aplikacija Trgovina saveza želi čitati:').waitFor();
});
