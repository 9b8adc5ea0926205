// engine: browser
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ALIKE_SIZES } from './layouts.ts';
import { addPeople, missesField, openPagesFixture, signInAsAdmin } from './pages-fixture.ts';

const LONG = 'Osiguranje od nezgoda igrača Športsko-rekreacijskog jedriličarskog društva Žrnovnica-Uskok i prijatelja';
const PEOPLE = [
  { email: 'ana@example.hr', ime: 'Ana', prezime: 'Čavić' },
  { email: 'iva@example.hr', ime: 'Iva', prezime: 'Čavrak' },
];

for (const size of ALIKE_SIZES)
  test(`pages on a ${size}: whoever is given a list is noted, and told when somebody on it is erased`, {
    timeout: 240_000,
  }, async (t) => {
    const fixture = await openPagesFixture(t, size);
    const call = await addPeople(fixture, PEOPLE);
    const page = await fixture.visit('/admin/privacy');
    await signInAsAdmin(page);
    await page.getByRole('link', { name: 'Primatelji podataka' }).click();
    await page.getByText('Ovdje će biti aplikacije').waitFor();
    await fixture.inspect(page, 'recipients-empty');
    await page.getByRole('button', { name: 'Dodaj primatelja' }).first().click();
    await missesField(page, 'Dodaj primatelja', 'Naziv primatelja');
    await page.getByRole('dialog').getByLabel('Naziv primatelja').fill(LONG);
    await page.getByRole('dialog').getByRole('button', { name: 'Dodaj primatelja' }).click();
    const row = page.getByRole('region', { name: 'Primatelji podataka' });
    await row.getByText('Javljate mu sami').waitFor();

    await row.getByRole('button', { name: 'Upiši čije podatke ima' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Upiši' }).click();
    await dialog.getByText('Odaberite barem jednu osobu.').waitFor();
    await dialog.getByLabel('Traži osobe').fill('nitko takav');
    await dialog.getByText('Nema takve osobe.').waitFor();
    await dialog.getByLabel('Traži osobe').fill('čav');
    await dialog.getByLabel('Ana Čavić').check();
    await dialog.getByLabel('Iva Čavrak').check();
    await dialog.getByRole('button', { name: 'Ukloni: Iva Čavrak' }).click();
    assert.equal(await dialog.getByLabel('Iva Čavrak').isChecked(), false);
    await fixture.inspect(page, 'recipients-people', 'dark-on-desktop');
    await dialog.getByRole('button', { name: 'Upiši' }).click();
    await page.getByText('Upisana je 1 osoba.').waitFor();

    const { items } = await call('GET /api/admin/users?q=ana').then(({ body }) => body);
    const held = await call(`GET /api/admin/users/${items[0].id}/recipients`);
    assert.deepEqual(
      held.body.recipients.map((one: Record<string, string>) => [one.recipient, one.received_by]),
      [[LONG, 'export']],
    );
    const renamed = await call(`PATCH /api/admin/users/${items[0].id}`, { prezime: 'Čavić Horvat' });
    assert.equal(renamed.status, 200, JSON.stringify(renamed.body));
    await page.reload();
    await row.getByText('čeka se 1 odgovor').waitFor();
    await fixture.inspect(page, 'recipients', 'dark-on-desktop');
    await page.getByRole('link', { name: 'Zahtjevi za brisanje' }).click();
    await page.getByRole('heading', { level: 1 }).waitFor();
    assert.equal(new URL(page.url()).pathname, '/admin/privacy');
  });
