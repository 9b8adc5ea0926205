// engine: none
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CDPSession, Page } from 'playwright-core';
import { ADMIN, openPagesDesk, type PagesDesk } from './pages-desk.ts';

/** Browsers make no passkeys for an address without a name. */
const HOST = 'localhost';

interface Model {
  readonly transport: 'usb' | 'internal';
  readonly hasResidentKey: boolean;
  readonly hasUserVerification: boolean;
}

interface Credential {
  readonly credentialId: string;
  readonly isResidentCredential: boolean;
  readonly rpId?: string;
  readonly privateKey: string;
  readonly userHandle?: string;
  readonly signCount: number;
}

interface Plugged {
  credentials(): Promise<Credential[]>;
  take(credential: Credential): Promise<unknown>;
  answers(enabled: boolean): Promise<unknown>;
  unplug(): Promise<unknown>;
}

/** Chromium's own authenticators (chromedevtools.github.io/devtools-protocol/tot/WebAuthn), one after the other. */
async function authenticators(page: Page): Promise<(model: Model, answers?: boolean) => Promise<Plugged>> {
  const session: CDPSession = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable', { enableUI: false });
  return async (model, answers = true) => {
    const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        ...model,
        protocol: 'ctap2',
        isUserVerified: model.hasUserVerification,
        automaticPresenceSimulation: answers,
      },
    });
    return {
      credentials: async () => (await session.send('WebAuthn.getCredentials', { authenticatorId })).credentials,
      take: (credential) => session.send('WebAuthn.addCredential', { authenticatorId, credential }),
      answers: (enabled) => session.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled }),
      unplug: () => session.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId }),
    };
  };
}

const PHONE: Model = { transport: 'internal', hasResidentKey: true, hasUserVerification: true };
const inside = (page: Page) => page.getByRole('button', { name: /Izbornik računa/ }).waitFor();
const offer = (page: Page) => page.getByRole('button', { name: 'Prijava pristupnim ključem' });

async function signInByPassword(page: Page): Promise<void> {
  await page.getByLabel('E-adresa').fill(ADMIN.email);
  await page.getByLabel('Lozinka', { exact: true }).fill(ADMIN.password);
  await page.keyboard.press('Enter');
}

async function add(desk: PagesDesk, page: Page): Promise<void> {
  await page.goto(`${desk.origin}/profil?tab=sigurnost`);
  await page.getByRole('button', { name: 'Dodaj pristupni ključ' }).click();
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /Izbornik računa/ }).click();
  await page.getByRole('menuitem', { name: 'Odjava', exact: true }).click();
  await page.waitForURL('**/login');
}

test('authenticators of every kind', { timeout: 240_000 }, async (t) => {
  const desk = await openPagesDesk(t, 'desk', { SVC_LOGIN_LOCK_THRESHOLD: '20' }, HOST);
  const page = await desk.visit('/login');
  const plug = await authenticators(page);
  await signInByPassword(page);
  await inside(page);

  for (const hasUserVerification of [true, false]) {
    const old = await plug({ transport: 'usb', hasResidentKey: false, hasUserVerification });
    await add(desk, page);
    await page.getByText(/Ništa nije dodano|Uređaj nije izradio pristupni ključ/).waitFor();
    assert.deepEqual(await old.credentials(), [], 'one that keeps no keys could not be found at the sign-in');
    await old.unplug();
  }

  const stick = await plug({ ...PHONE, transport: 'usb' });
  await add(desk, page);
  await page.getByText('Pristupni ključ je dodan.').waitFor();
  await stick.answers(false); // until somebody presses the button
  await signOut(page);
  await offer(page).waitFor();
  await stick.answers(true);
  await offer(page).click();
  await inside(page);
  await stick.unplug();

  const phone = await plug(PHONE);
  await add(desk, page);
  await page.getByText('Pristupni ključ je dodan.').waitFor();
  const [stolen] = await phone.credentials();
  assert.ok(stolen?.userHandle);
  await signOut(page);
  await inside(page); // by what the browser fills into the field of the address, without a press of anything
  await phone.answers(false);
  await signOut(page);
  await phone.unplug();

  const other = await plug(PHONE, false);
  await other.take({ ...stolen, userHandle: Buffer.from('somebody else').toString('base64') });
  await offer(page).click();
  await other.answers(true);
  await page.getByText('Pristupni ključ nije potvrđen').waitFor();
  await other.unplug();

  const copy = await plug(PHONE, false);
  await copy.take({ ...stolen, signCount: 0 });
  await offer(page).click();
  await copy.answers(true);
  await page.getByText('Taj smo pristupni ključ isključili jer možda postoji njegova kopija').waitFor();
  await copy.answers(false);
  await signInByPassword(page);
  await inside(page);
  await page.goto(`${desk.origin}/profil?tab=sigurnost`);
  assert.equal(await page.getByText('isključen', { exact: true }).count(), 1);
});

const ANSWER_TWICE = `(async () => {
  const asked = await (await fetch('/api/auth/passkey')).json();
  const credential = await navigator.credentials.get({
    publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(asked.options),
  });
  const body = JSON.stringify({ challenge_id: asked.challenge_id, passkey: credential.toJSON() });
  const send = async () => {
    const answer = await fetch('/api/auth/login', { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    return [answer.status, (await answer.json()).code ?? ''];
  };
  return [await send(), await send()];
})()`;

test('what a browser answers is good once; after a password a key is asked for where two factors are', {
  timeout: 180_000,
}, async (t) => {
  const desk = await openPagesDesk(t, 'desk', {}, HOST);
  const page = await desk.visit('/login');
  const plug = await authenticators(page);
  await signInByPassword(page);
  await inside(page);
  const key = await plug({ ...PHONE, transport: 'usb' });
  await add(desk, page);
  await page.getByText('Pristupni ključ je dodan.').waitFor();
  const { body } = await desk.service.signIn(ADMIN.email, ADMIN.password);
  const rules = { tenant_id: null, rules: [{ role: 'superadmin', grace_days: 0 }] };
  const ruled = await desk.service.call('PUT /api/admin/factor-policy', { token: body.access_token, body: rules });
  assert.equal(ruled.status, 200);
  await page.reload();
  await inside(page); // a key that verifies its user is enough: nobody is made to enrol anything else

  await key.answers(false);
  await signOut(page);
  await signInByPassword(page);
  const second = page.getByRole('button', { name: 'Potvrdi pristupnim ključem' });
  await second.waitFor();
  await desk.inspect(page, 'login-second-passkey');
  await key.answers(true);
  await second.click();
  await inside(page);
  await page.goto(`${desk.origin}/pomoc`);
  const [first, again] = await page.evaluate<[unknown, unknown]>(ANSWER_TWICE);
  assert.deepEqual(
    [first, again],
    [
      [200, ''],
      [401, 'passkey.invalid'],
    ],
  );
});
