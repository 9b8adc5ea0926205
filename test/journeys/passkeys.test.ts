// engine: browser
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { CDPSession, Page } from 'playwright-core';
import { ALIKE_SIZES, type Size } from './layouts.ts';
import { missesField, openPagesFixture, type PagesFixture, signInAsAdmin } from './pages-fixture.ts';

/** Browsers create passkeys only for host names, not for IP addresses. */
const HOST = 'localhost';

for (const size of ALIKE_SIZES) {
  test(`passkeys on a ${size}: added on the own page, sign in, renamed, removed`, { timeout: 180_000 }, (t) =>
    liveWithPasskeys(t, size),
  );
}

test('on an IP address the own page explains why there are no passkeys', { timeout: 120_000 }, async (t) => {
  const fixture = await openPagesFixture(t, 'desktop');
  const page = await fixture.visit('/login');
  await signInByPassword(page);
  await page.goto(`${fixture.origin}/profil?tab=sigurnost`);
  await page.getByText('preglednici ih ne dopuštaju na adresi bez imena').waitFor();
  assert.equal(await page.getByRole('button', { name: 'Dodaj pristupni ključ' }).count(), 0);
});

async function liveWithPasskeys(t: TestContext, size: Size): Promise<void> {
  const fixture = await openPagesFixture(t, size, {}, HOST);
  const page = await fixture.visit('/login');
  const authenticator = await virtualAuthenticator(page);
  await signInByPassword(page);
  await addOne(fixture, page);
  await page.getByRole('button', { name: 'Dodaj pristupni ključ' }).click();
  await page.getByText('Na ovom uređaju već postoji pristupni ključ').waitFor();

  await authenticator.answers(false); // until the button is pressed
  await signOut(page);
  const offer = page.getByRole('button', { name: 'Prijava pristupnim ključem' });
  await offer.waitFor();
  await page.evaluate(`navigator.credentials.get = async () => {
    throw new DOMException('', 'NotAllowedError'); // closed, or left until the time is over
  }`);
  await offer.click();
  await page.getByText('Odustali ste ili je isteklo vrijeme. Pokušajte ponovno ili odaberite drugi način.').waitFor();
  await page.locator('button:focus', { hasText: 'Prijava pristupnim ključem' }).waitFor();
  await page.evaluate('delete navigator.credentials.get');
  assert.equal(await page.getByLabel('E-adresa').getAttribute('autocomplete'), 'username webauthn');
  await fixture.inspect(page, 'login-passkey');
  await authenticator.answers(true);
  await offer.click();
  await page.getByRole('button', { name: /Izbornik računa/ }).waitFor();

  await page.route('**/api/users/me/passkeys', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...(await answer.json()), most: 1 } });
  });
  await page.goto(`${fixture.origin}/profil?tab=sigurnost`);
  await page.getByText('Dosegli ste najveći broj pristupnih ključeva (1). Uklonite jedan pa dodajte novi.').waitFor();
  assert.equal(await page.getByRole('button', { name: 'Dodaj pristupni ključ' }).isDisabled(), true);
  await page.unrouteAll();
  await page.reload();
  await page.getByRole('button', { name: /^Preimenuj ključ/ }).click();
  await page.getByLabel('Naziv ključa').fill(' ');
  await missesField(page, 'Spremi', 'Naziv ključa');
  await page.getByLabel('Naziv ključa').fill('Mobitel');
  await page.getByRole('button', { name: 'Spremi' }).click();
  await page.getByText('Naziv je promijenjen.').waitFor();
  await page.getByRole('button', { name: 'Ukloni ključ „Mobitel”' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Odustani' }).and(page.locator(':focus')).waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Ukloni', exact: true }).click();
  await page.getByText('Pristupni ključ je uklonjen.').waitFor();
  assert.equal(await page.getByText('Mobitel').count(), 0);
}

async function signInByPassword(page: Page): Promise<void> {
  await signInAsAdmin(page);
  await page.getByRole('button', { name: /Izbornik računa/ }).waitFor();
}

async function addOne(fixture: PagesFixture, page: Page): Promise<void> {
  await page.goto(`${fixture.origin}/profil?tab=sigurnost`);
  await page.getByRole('button', { name: 'Dodaj pristupni ključ' }).click();
  await page.getByText('Pristupni ključ je dodan.').waitFor();
  await page.getByText('zadnja prijava: još nijedna').waitFor();
  await fixture.inspect(page, 'own-passkeys');
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /Izbornik računa/ }).click();
  await page.getByRole('menuitem', { name: 'Odjava', exact: true }).click();
  await page.waitForURL('**/login');
}

/** Chromium's own authenticator (chromedevtools.github.io/devtools-protocol/tot/WebAuthn). */
async function virtualAuthenticator(page: Page): Promise<{ answers(enabled: boolean): Promise<void> }> {
  const session: CDPSession = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable', { enableUI: false });
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    answers: async (enabled) => {
      await session.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled });
    },
  };
}
