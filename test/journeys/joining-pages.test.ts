// engine: browser
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ALIKE_SIZES, type Size } from './layouts.ts';
import { ADMIN, openPagesFixture } from './pages-fixture.ts';

const EMAIL = 'iva@example.hr';
const PASSWORD = 'tri plave lađe';
const CLUB = 'Veslački klub Neretva (primjer)';

for (const size of ALIKE_SIZES)
  test(
    `somebody who has an account joins a club on a ${size}: by the mail's link through signing in`,
    {
      timeout: 180_000,
    },
    (t) => walk(t, size),
  );

async function walk(t: Parameters<typeof openPagesFixture>[0], size: Size): Promise<void> {
  const fixture = await openPagesFixture(t, size);
  await fixture.invite({ email: EMAIL, ime: 'Iva', prezime: 'Trener' });
  const first = await fixture.visit(await fixture.mailedLink(EMAIL, '/setup-password'));
  await first.getByLabel('Nova lozinka').fill(PASSWORD);
  await first.getByRole('button', { name: 'Prihvati pozivnicu' }).click();
  await first.getByRole('button', { name: /Izbornik računa/ }).waitFor();
  const { body } = await fixture.service.signIn(ADMIN.email, ADMIN.password);
  const call = (target: string, token: string, sent: unknown) => fixture.service.call(target, { token, body: sent });
  const club = (await call('POST /api/admin/tenants', body.access_token, { name: CLUB })).body.id;
  const OFFICE = 'admin-n@example.hr';
  const office = { email: OFFICE, ime: 'Luka', prezime: 'Bura', role: 'admin', tenant_id: club };
  const opened = await call('POST /api/admin/users', body.access_token, office);
  const link = new URL(opened.body.invite_link).searchParams.get('token');
  await fixture.service.call('POST /api/auth/setup-password', { body: { token: link, new_password: PASSWORD } });
  const token = (await fixture.service.signIn(OFFICE, PASSWORD)).body.access_token;
  const invited = await call('POST /api/admin/users', token, {
    email: EMAIL,
    ime: 'I.',
    prezime: 'Trener',
    role: 'member',
  });
  assert.equal(invited.status, 201, JSON.stringify(invited.body));
  const { search } = new URL(invited.body.invite_link); // as the newer of the two mails has it
  const page = await fixture.visit(`/setup-password${search}`);
  await page.getByRole('button', { name: 'Već imam račun: prijava i prihvaćanje' }).click();
  await page.getByLabel('E-adresa').fill(EMAIL);
  await page.getByLabel('Lozinka', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Pozivi za članstvo' }).waitFor();
  await fixture.inspect(page, 'profil-pozivi');
  await page.getByRole('button', { name: `Prihvati poziv: ${CLUB}` }).click();
  await page.getByText(`Pridružili ste se: ${CLUB}.`).waitFor();
  await page.getByRole('button', { name: `Prijeđi: ${CLUB}` }).waitFor();
}
