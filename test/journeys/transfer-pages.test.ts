// engine: browser
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { ALIKE_SIZES, type Size } from './layouts.ts';
import { ADMIN, openPagesFixture, type PagesFixture } from './pages-fixture.ts';

const PASSWORD = 'tri plave lađe';
const [GALEB, ORKAN] = ['Veslački klub Galeb (primjer)', 'Veslački klub Orkan (primjer)'];
const PLAYER = 'iva@example.hr';

/** Two clubs with an administrator each, and a member of the first. */
async function fill({ service }: PagesFixture): Promise<void> {
  const { body } = await service.signIn(ADMIN.email, ADMIN.password);
  const call = (target: string, sent: unknown) => service.call(target, { token: body.access_token, body: sent });
  const add = async (email: string, prezime: string, role: string, tenant_id: number) => {
    const person = { email, ime: 'Iva', prezime, role, tenant_id };
    const { status, body: added } = await call('POST /api/admin/users', person);
    assert.equal(status, 201, JSON.stringify(added));
    const token = new URL(added.invite_link).searchParams.get('token');
    const set = { token, new_password: PASSWORD };
    assert.equal((await service.call('POST /api/auth/setup-password', { body: set })).status, 200);
  };
  const [galeb, orkan] = [
    (await call('POST /api/admin/tenants', { name: GALEB })).body.id,
    (await call('POST /api/admin/tenants', { name: ORKAN })).body.id,
  ];
  await add('galeb@example.hr', 'Tajnica', 'admin', galeb);
  await add('orkan@example.hr', 'Pročelnik', 'admin', orkan);
  await add(PLAYER, 'Veslačica', 'member', galeb);
}

async function enter(fixture: PagesFixture, email: string, path: string): Promise<Page> {
  const page = await fixture.visit('/login');
  await signIn(page, email);
  await page.getByRole('button', { name: /Izbornik računa/ }).waitFor();
  await page.goto(fixture.origin + path);
  return page;
}

async function signIn(page: Page, email: string): Promise<void> {
  await page.getByLabel('E-adresa').fill(email);
  await page.getByLabel('Lozinka', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
}

for (const size of ALIKE_SIZES)
  test(
    `a member goes over to another club on a ${size}: asked for, released, accepted`,
    {
      timeout: 240_000,
    },
    (t) => walk(t, size),
  );

async function walk(t: Parameters<typeof openPagesFixture>[0], size: Size): Promise<void> {
  const fixture = await openPagesFixture(t, size, { SVC_2FA_REQUIRED_TIER: '' });
  await fill(fixture);

  const asking = await enter(fixture, 'orkan@example.hr', '/admin/transfers');
  await asking.getByText('Nijedan prijelaz nije u tijeku.').waitFor();
  await asking.getByRole('button', { name: 'Zatraži člana' }).first().click();
  const dialog = asking.getByRole('dialog', { name: 'Zatraži člana' });
  await dialog.getByRole('button', { name: 'Zatraži člana' }).click();
  await dialog.getByText('Upišite').first().waitFor();
  await dialog.getByLabel('Klub u kojem je sada').fill(GALEB);
  await dialog.getByLabel('E-adresa člana').fill(PLAYER);
  await fixture.inspect(asking, 'prijelazi-zahtjev');
  await dialog.getByRole('button', { name: 'Zatraži člana' }).click();
  await asking.getByText('Zahtjev je poslan.').waitFor();
  await asking.getByText(PLAYER).waitFor();
  assert.equal(await asking.getByText('Iva Veslačica').count(), 0, 'who that is stays with the club');

  const club = await enter(fixture, 'galeb@example.hr', '/admin/transfers');
  await club.getByText('Iva Veslačica').waitFor({ timeout: 60_000 });
  await fixture.inspect(club, 'prijelazi-kluba');
  await club.getByRole('button', { name: 'Dopusti prijelaz: Iva Veslačica' }).click();
  await club.getByRole('dialog').getByRole('button', { name: 'Dopusti' }).click();
  await club.getByText('Prijelaz je dopušten: Iva Veslačica.').waitFor();
  await club.getByText('Odlučuje član').waitFor();

  const own = await enter(fixture, PLAYER, '/profil?tab=clanstva');
  await own.getByRole('heading', { name: 'Prijelaz u drugi klub' }).waitFor();
  await fixture.inspect(own, 'profil-prijelaz');
  await own.getByRole('button', { name: `Prihvati prijelaz: ${ORKAN}` }).click();
  await own.getByRole('dialog').getByRole('button', { name: 'Prihvati' }).click();
  await own.waitForURL((address) => address.pathname === '/login');
  await signIn(own, PLAYER);
  await own.getByRole('heading', { name: 'Moja članstva' }).waitFor();
  const memberships = own.getByRole('region', { name: 'Moja članstva' });
  await memberships.getByText(ORKAN).waitFor();
  assert.equal(await memberships.getByText(GALEB).count(), 0);

  await asking.goto(`${fixture.origin}/admin/transfers?state=ended`);
  await asking.getByText('Iva Veslačica').waitFor();
  await asking.getByText('Prihvaćen', { exact: true }).waitFor();
}
