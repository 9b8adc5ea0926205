// engine: browser
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { ADMIN, openPagesFixture, type PagesFixture, signInAsAdmin } from './pages-fixture.ts';
import { authenticators, type HeldCredential, type Model, type Plugged } from './virtual-authenticators.ts';

/** Browsers create passkeys only for host names, not for IP addresses. */
const HOST = 'localhost';

const PHONE: Model = { transport: 'internal', hasResidentKey: true, hasUserVerification: true };
const inside = (page: Page) => page.getByRole('button', { name: /Izbornik računa/ }).waitFor();
const offer = (page: Page) => page.getByRole('button', { name: 'Prijava pristupnim ključem' });

async function add(fixture: PagesFixture, page: Page): Promise<void> {
  await page.goto(`${fixture.origin}/profil?tab=sigurnost`);
  await page.getByRole('button', { name: 'Dodaj pristupni ključ' }).click();
}

const STICK: Model = { ...PHONE, transport: 'usb' };

/** The administrator, signed in, with a passkey in the virtual authenticator. */
async function withStick(t: TestContext) {
  const fixture = await openPagesFixture(t, 'desktop', {}, HOST);
  const page = await fixture.visit('/login');
  const plug = await authenticators(page);
  await signInAsAdmin(page);
  await inside(page);
  const key = await plug(STICK);
  await add(fixture, page);
  await page.getByText('Pristupni ključ je dodan.').waitFor();
  return { fixture, page, plug, key };
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /Izbornik računa/ }).click();
  await page.getByRole('menuitem', { name: 'Odjava', exact: true }).click();
  await page.waitForURL('**/login');
}

test('every kind of authenticator works', { timeout: 240_000 }, async (t) => {
  const fixture = await openPagesFixture(t, 'desktop', {}, HOST);
  const page = await fixture.visit('/login');
  const plug = await authenticators(page);
  await signInAsAdmin(page);
  await inside(page);

  // One that keeps no keys could not be found at the sign-in; Chromium wants a PIN before a STICK keeps one.
  for (const [hasResidentKey, hasUserVerification] of [
    [false, true],
    [false, false],
    [true, false],
  ] as const) {
    const old = await plug({ transport: 'usb', hasResidentKey, hasUserVerification });
    await add(fixture, page);
    await page.getByText(/Ništa nije dodano|Uređaj nije izradio pristupni ključ/).waitFor();
    assert.deepEqual(await old.credentials(), []);
    await old.unplug();
  }
  const untold = await plug({ ...PHONE, hasUserVerification: false });
  await add(fixture, page);
  await page.getByText('Pristupni ključ je dodan.').waitFor();
  await untold.unplug();

  const STICK = await plug({ ...PHONE, transport: 'usb' });
  await add(fixture, page);
  await page.getByText('Pristupni ključ je dodan.').waitFor();
  await STICK.answers(false); // until the button is pressed
  await signOut(page);
  await offer(page).waitFor();
  await STICK.answers(true);
  await offer(page).click();
  await inside(page);
  await STICK.unplug();

  await plug(PHONE);
  await add(fixture, page);
  await page.getByText('Pristupni ključ je dodan.').waitFor();
  await signOut(page);
  await inside(page); // by the browser's autofill in the address field, without pressing anything
});

test('a plain security key is added as a second step, and required after the password', {
  timeout: 180_000,
}, async (t) => {
  const fixture = await openPagesFixture(t, 'desktop', {}, HOST);
  const page = await fixture.visit('/login');
  const plug = await authenticators(page);
  await signInAsAdmin(page);
  await inside(page);
  const key = await plug({ transport: 'usb', hasResidentKey: false, hasUserVerification: false });
  await page.goto(`${fixture.origin}/profil?tab=sigurnost`);
  await page.getByRole('button', { name: 'Dodaj sigurnosni ključ' }).click();
  await page.getByText('Sigurnosni ključ je dodan. Od sada ga tražimo nakon lozinke.').waitFor();
  await page.getByText('samo kao drugi korak', { exact: true }).waitFor();
  await fixture.inspect(page, 'own-security-key');
  const [kept] = await key.credentials();
  assert.equal(kept?.isResidentCredential, false);

  await signOut(page);
  assert.deepEqual(
    (await sent(page, 1, kept?.credentialId))[0],
    [401, 'passkey.invalid'],
    'it opens nothing by itself',
  );
  await key.answers(false);
  await signInAsAdmin(page);
  const second = page.getByRole('button', { name: 'Potvrdi pristupnim ključem' });
  await second.waitFor();
  await page.evaluate(`navigator.credentials.get = async () => {
    throw new DOMException('', 'NotAllowedError');
  }`);
  await second.click();
  await page.getByText('Odustali ste ili je isteklo vrijeme.').waitFor();
  await page.evaluate('delete navigator.credentials.get');
  await key.answers(true);
  await second.click();
  await inside(page);

  const old = await fixture.visit('/pomoc');
  await old.addInitScript('delete window.PublicKeyCredential');
  await old.goto(`${fixture.origin}/login`);
  await signInAsAdmin(old);
  await old.getByText('Prijavite se u drugom pregledniku ili na drugom uređaju.').waitFor();
  await fixture.inspect(old, 'login-second-old-browser');
  await old.getByRole('button', { name: 'Prijavi se drugim računom' }).click();
  await old.getByLabel('E-adresa').waitFor();
});

/** The service's responses to one answer of the browser, sent several times. */
const sent = (page: Page, times: number, credentialId?: string) =>
  page.evaluate<[status: number, code: string][]>(`(async () => {
    const asked = await (await fetch('/api/auth/passkey')).json();
    const named = ${JSON.stringify(credentialId ?? null)};
    const id = named?.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
    const allowed = id ? { allowCredentials: [{ type: 'public-key', id }] } : {};
    const credential = await navigator.credentials.get({
      publicKey: PublicKeyCredential.parseRequestOptionsFromJSON({ ...asked.options, ...allowed }),
    });
    const body = JSON.stringify({ challenge_id: asked.challenge_id, passkey: credential.toJSON() });
    const told = [];
    for (let time = 0; time < ${times}; time++) {
      const answer = await fetch('/api/auth/login', { method: 'POST', headers: { 'content-type': 'application/json' }, body });
      told.push([answer.status, (await answer.json()).code ?? '']);
    }
    return told;
  })()`);

test("a browser's answer is valid once; after a password a key is required if there are two factors", {
  timeout: 180_000,
}, async (t) => {
  const { fixture, page, key } = await withStick(t);
  const { body } = await fixture.service.signIn(ADMIN.email, ADMIN.password);
  const rules = { tenant_id: null, rules: [{ role: 'superadmin', grace_days: 0 }] };
  const ruled = await fixture.service.call('PUT /api/admin/factor-policy', { token: body.access_token, body: rules });
  assert.equal(ruled.status, 200);
  await page.reload();
  await inside(page); // a key that verifies its user is enough: nobody is made to enrol anything else

  await key.answers(false);
  await signOut(page);
  await signInAsAdmin(page);
  const second = page.getByRole('button', { name: 'Potvrdi pristupnim ključem' });
  await second.waitFor();
  await fixture.inspect(page, 'login-second-passkey');
  await key.answers(true);
  await second.click();
  await inside(page);
  await page.goto(`${fixture.origin}/pomoc`);
  assert.deepEqual(await sent(page, 2), [
    [200, ''],
    [401, 'passkey.invalid'],
  ]);
});

/** The credential of another person, who was invited and uses their own browser. */
async function keyOfAnother(fixture: PagesFixture): Promise<HeldCredential> {
  await fixture.invite({ email: 'ana@example.hr', ime: 'Ana', prezime: 'Šarić' });
  const page = await fixture.visit(await fixture.mailedLink('ana@example.hr', '/setup-password'));
  const plug = await authenticators(page);
  await page.locator('input[autocomplete=new-password]').first().fill('plava barka na valu');
  await page.keyboard.press('Enter');
  await page.waitForURL((address) => address.pathname !== '/setup-password');
  const key = await plug(STICK);
  await add(fixture, page);
  await page.getByText('Pristupni ključ je dodan.').waitFor();
  const [held] = await key.credentials();
  assert.ok(held);
  return held;
}

test('a copied key and a key that names another person are refused; the copied one is disabled', {
  timeout: 180_000,
}, async (t) => {
  const { fixture, page, plug, key } = await withStick(t);
  const [copy] = await key.credentials();
  assert.ok(copy);
  await key.answers(false);
  await signOut(page);
  await offer(page).waitFor();
  await key.answers(true);
  await offer(page).click();
  await inside(page); // the counter of the copy is now behind
  const [used] = await key.credentials();
  assert.ok(used && used.signCount > copy.signCount, 'the authenticator counts');
  await key.answers(false);
  await signOut(page);
  await key.unplug();

  // Not on the sign-in page, where an authenticator that answers by itself would respond to autofill.
  await page.goto(`${fixture.origin}/pomoc`);
  const present = async (credential: HeldCredential) => {
    const other = await plug(STICK);
    await other.hold(credential);
    const [told] = await sent(page, 1);
    await other.unplug();
    return told;
  };
  const another = await keyOfAnother(fixture);
  const mixed = [
    { ...used, signCount: used.signCount + 5, userHandle: another.userHandle },
    { ...another, userHandle: used.userHandle },
    { ...another, credentialId: used.credentialId, userHandle: used.userHandle },
  ];
  for (const credential of mixed) assert.deepEqual(await present(credential), [401, 'passkey.invalid']);
  const { body } = await fixture.service.signIn(ADMIN.email, ADMIN.password);
  const refusals = async () =>
    (await fixture.service.call('GET /api/admin/audit?action=passkey.refuse', { token: body.access_token })).body.total;
  assert.equal(await refusals(), 0, 'neither shuts anybody’s key');
  assert.deepEqual(await present(copy), [401, 'passkey.refused']);
  assert.equal(await refusals(), 1);
  const real = { ...used, signCount: used.signCount + 10 };
  assert.deepEqual(await present(real), [401, 'passkey.refused'], 'nobody can tell which of them is the copy');

  await page.goto(`${fixture.origin}/login`);
  await signInAsAdmin(page);
  await inside(page);
  await page.goto(`${fixture.origin}/profil?tab=sigurnost`);
  await page.getByText('Možda postoji njegova kopija').waitFor();
  await fixture.inspect(page, 'own-passkey-refused');
});

/** Once the browser has been told, which happens in the background. */
async function untilEmpty(key: Plugged, why: string): Promise<void> {
  for (let tries = 0; (await key.credentials()).length > 0; tries++) {
    assert.ok(tries < 100, why);
    await pause(100);
  }
}

const base64url = (base64 = '') => Buffer.from(base64, 'base64').toString('base64url');

/** The list of remaining passkeys that the page gives to the browser, the next time it does. */
const TOLD = `new Promise((tell) => {
  const real = PublicKeyCredential.signalAllAcceptedCredentials.bind(PublicKeyCredential);
  PublicKeyCredential.signalAllAcceptedCredentials = (accepted) => {
    tell(accepted.allAcceptedCredentialIds);
    return real(accepted);
  };
})`;

test('a passkey that was removed leaves the authenticator, and no other does', { timeout: 180_000 }, async (t) => {
  const { fixture, page, plug, key: stick } = await withStick(t);
  const phone = await plug(PHONE);
  await stick.unplug();
  await add(fixture, page);
  await page.getByText('zadnja prijava: još nijedna').nth(1).waitFor();
  const remove = async () => {
    await page
      .getByRole('button', { name: /^Ukloni ključ/ })
      .first()
      .click(); // the oldest
    const told = page.evaluate(TOLD);
    await page.getByRole('dialog').getByRole('button', { name: 'Ukloni', exact: true }).click();
    await page.getByText('Pristupni ključ je uklonjen.').waitFor();
    return told;
  };
  const [held] = await phone.credentials();
  assert.deepEqual(await remove(), [base64url(held?.credentialId)]);
  assert.equal((await phone.credentials()).length, 1, 'the one that is left stays');
  await page.reload();
  assert.deepEqual(await remove(), []);
  await untilEmpty(phone, 'the browser is told that none is left');
});

test('a passkey that was removed elsewhere leaves the authenticator at the next sign-in', {
  timeout: 180_000,
}, async (t) => {
  const { fixture, page, key } = await withStick(t);
  await key.answers(false); // until the button is pressed
  await signOut(page);
  await offer(page).waitFor();
  const { access_token: token } = (await fixture.service.signIn(ADMIN.email, ADMIN.password)).body;
  const { items } = (await fixture.service.call('GET /api/users/me/passkeys', { token })).body;
  const removed = await fixture.service.call(`DELETE /api/users/me/passkeys/${items[0].id}`, { token });
  assert.equal(removed.status, 204, JSON.stringify(removed.body));
  assert.equal((await key.credentials()).length, 1, 'nobody has told this browser');
  await key.answers(true);
  await offer(page).click();
  await page.getByText('Taj pristupni ključ više ne vrijedi.').waitFor();
  await untilEmpty(key, 'the browser is told that the service does not know it');
});

/** What the page tells the browser, and how it has passkeys made. */
const LISTENING = `
  window.told = [];
  for (const name of ['signalAllAcceptedCredentials', 'signalCurrentUserDetails'])
    PublicKeyCredential[name] = async (said) => void window.told.push([name, said]);
  PublicKeyCredential.getClientCapabilities = async () => ({ conditionalCreate: true });
  const create = navigator.credentials.create.bind(navigator.credentials);
  navigator.credentials.create = ({ mediation, publicKey }) => {
    window.told.push(['create', mediation ?? 'asked']);
    return create({ publicKey });
  };`;

test('after a sign-in the browser is told what is left and what the account is called; after a password it makes a passkey', {
  timeout: 180_000,
}, async (t) => {
  const fixture = await openPagesFixture(t, 'desktop', {}, HOST);
  const page = await fixture.visit('/login');
  const plug = await authenticators(page);
  await page.context().addInitScript(LISTENING);
  const key = await plug(STICK);
  const told = async (count: number) => {
    for (let tries = 0; ; tries++) {
      const said = await page.evaluate<[string, Record<string, unknown>][]>('window.told');
      if (said.length >= count) return said;
      assert.ok(tries < 100, JSON.stringify(said));
      await pause(100);
    }
  };
  await page.reload();
  await signInAsAdmin(page);
  await inside(page);
  const [made, accepted] = await told(2);
  assert.deepEqual(made, ['create', 'conditional']);
  const [held] = await key.credentials();
  assert.deepEqual(accepted?.[1].allAcceptedCredentialIds, [base64url(held?.credentialId)]);

  await key.answers(false); // until the button is pressed
  await signOut(page);
  await offer(page).waitFor();
  await key.answers(true);
  await offer(page).click();
  await inside(page);
  const [again, details, ...others] = await told(2);
  assert.deepEqual(
    [again?.[0], details?.[0], others],
    ['signalAllAcceptedCredentials', 'signalCurrentUserDetails', []],
  );
  assert.equal(details?.[1].name, ADMIN.email);
  await page.reload();
  await inside(page);
  assert.deepEqual(await page.evaluate('window.told'), [], 'once for a sign-in');
});
