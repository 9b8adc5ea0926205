// engine: browser
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { startEventReceiver } from '../support/event-receiver.ts';
import { ALIKE_SIZES } from './layouts.ts';
import { ADMIN, missesField, openPagesFixture, signInAsAdmin } from './pages-fixture.ts';

const LONG = 'Trgovina Športsko-rekreacijskog jedriličarskog i veslačkog društva Žrnovnica-Uskok i prijatelja';

for (const size of ALIKE_SIZES) {
  test(`pages on a ${size}: a shop is subscribed to events, tried, stopped, mended and removed`, {
    timeout: 300_000,
  }, async (t) => {
    const receiver = await startEventReceiver(t);
    const fixture = await openPagesFixture(t, size, { SVC_PRIVATE_ADDRESSES: '127.0.0.0/8' });
    const page = await fixture.visit('/login');
    await signInAsAdmin(page);
    await page.waitForURL((address) => address.pathname !== '/login');
    await page.goto(`${fixture.origin}/admin/applications/events`);
    await page.getByText('Najprije dodajte aplikaciju').waitFor();
    await fixture.inspect(page, 'dogadaji-no-applications');

    const { access_token: token } = (await fixture.service.signIn(ADMIN.email, ADMIN.password)).body;
    const register = async (body: object) => {
      const made = await fixture.service.call('POST /api/admin/applications', { token, body });
      assert.equal(made.status, 201, JSON.stringify(made.body));
    };
    await register({ name: LONG, kind: 'web', redirect_uris: ['https://trgovina.example.hr/'], scopes: ['profile'] });
    await register({ name: 'Rezultati', kind: 'service', tenant_id: 1, scopes: ['events:read'] });

    await page.goto(`${fixture.origin}/admin/applications`);
    await page.getByRole('link', { name: 'Događaji' }).click();
    await page.getByText('Ovdje će biti pretplate').waitFor();
    await fixture.inspect(page, 'dogadaji-empty');
    await page.getByRole('button', { name: 'Dodaj pretplatu' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Aplikacija').selectOption({ label: LONG });
    await missesField(page, 'Dodaj pretplatu', 'Adresa');
    await dialog.getByLabel('Adresa', { exact: true }).fill('http://trgovina.example.hr/dogadaji');
    await dialog.getByRole('button', { name: 'Dodaj pretplatu' }).click();
    await dialog.getByText('Adresa mora početi s https://').waitFor();
    await dialog.getByLabel('Adresa', { exact: true }).fill(receiver.url);
    await dialog.getByLabel('Koji događaji').selectOption({ label: 'Samo odabrani' });
    await dialog.getByRole('button', { name: 'Dodaj pretplatu' }).click();
    await dialog.getByText('Odaberite barem jedan događaj.').waitFor();
    await dialog.getByLabel('obustavljen pristup računu').check();
    await dialog.getByLabel('otvoren račun').check();
    await dialog.getByLabel('Šalji i imena i e-adrese').check();
    await missesField(page, 'Dodaj pretplatu', 'Zašto trebaju imena i e-adrese');
    await dialog.getByLabel('Zašto trebaju imena i e-adrese').fill('Popis članova u trgovini');
    await fixture.inspect(page, 'dogadaji-dialog', 'both');
    await dialog.getByRole('button', { name: 'Dodaj pretplatu' }).click();

    const secret = await page.locator('code', { hasText: 'whsec_' }).innerText();
    await page.locator('section[aria-label=Tajna]:focus').waitFor();
    await fixture.inspect(page, 'dogadaji-secret', 'both');
    await page.keyboard.press('Escape');
    await page.getByText('Tajnu pokazujemo samo sada').waitFor();
    await page.getByRole('button', { name: 'Natrag' }).click();
    await page.getByRole('button', { name: 'Tajna je upisana u aplikaciju' }).click();
    assert.equal(await page.locator('code', { hasText: 'whsec_' }).count(), 0);

    await page.getByRole('button', { name: 'Pošalji', exact: true }).click();
    await page.getByText('Probni događaj je primljen (HTTP 204).').waitFor();
    const [{ body, headers } = { body: '', headers: {} }] = receiver.received;
    new Webhook(secret).verify(body, headers as Record<string, string>); // throws for a wrong signature
    receiver.answerWith({ status: 500, body: 'Baza ne radi' });
    await page.getByRole('button', { name: 'Pošalji', exact: true }).click();
    await page.getByText('Probni događaj nije primljen: odgovor je HTTP 500.').waitFor();
    const attempts = page.getByRole('region', { name: 'Pokušaji zadnjih sedam dana' });
    await attempts.getByText('Početak odgovora').first().click();
    await attempts.getByText('Baza ne radi').waitFor();
    await fixture.inspect(page, 'dogadaji-attempts', 'both');

    await fixture.invite({ email: 'ana@example.hr', ime: 'Ana', prezime: 'Čavić' }); // an event that is not accepted
    await page
      .getByRole('dialog')
      .getByText(/^Program ne prima događaje; prvi neuspjeh:/)
      .waitFor();
    receiver.answerWith(204);
    await page.getByRole('button', { name: 'Pauziraj' }).click();
    await page
      .getByRole('dialog')
      .getByText(/^Pretplata je pauzirana\. Kad je nastavite/)
      .waitFor();
    await page.getByRole('button', { name: 'Nastavi', exact: true }).click();
    await page.getByRole('dialog').getByText('Sve je poslano.').waitFor();
    const last = JSON.parse(receiver.received.at(-1)?.body ?? '');
    assert.deepEqual(
      [last.type, last.data.person],
      ['user.create', { ime: 'Ana', prezime: 'Čavić', email: 'ana@example.hr' }],
    );

    await page.getByRole('button', { name: 'Izdaj novu tajnu' }).click();
    await page
      .getByRole('dialog', { name: 'Izdati novu tajnu?' })
      .getByRole('button', { name: 'Izdaj novu tajnu' })
      .click();
    assert.notEqual(await page.locator('code', { hasText: 'whsec_' }).innerText(), secret);
    await page.getByText(/^Dosadašnja tajna vrijedi uz novu do/).waitFor();
    await page.getByRole('button', { name: 'Tajna je upisana u aplikaciju' }).click();

    const before = receiver.received.length;
    await page.getByRole('button', { name: 'Pošalji ponovno' }).click();
    const replay = page.getByRole('dialog', { name: 'Pošalji ponovno' });
    await replay.getByLabel('Zadnje mjesto koje program ima').fill('999999');
    await replay.getByRole('button', { name: 'Pošalji ponovno' }).click();
    await replay.getByText('Dnevnik još nije stigao do tog mjesta.').waitFor();
    await replay.getByLabel('Zadnje mjesto koje program ima').fill(String(last.data.previous_seq));
    await replay.getByRole('button', { name: 'Pošalji ponovno' }).click();
    await page.getByText(/^Šaljemo ponovno sve nakon mjesta/).waitFor();
    for (let tries = 0; receiver.received.length === before && tries < 100; tries++) await page.waitForTimeout(100);
    assert.equal(receiver.received.at(-1)?.headers['webhook-id'], receiver.received[before - 1]?.headers['webhook-id']);

    receiver.answerWith(410);
    await fixture.invite({ email: 'iva@example.hr', ime: 'Iva', prezime: 'Đukić' });
    await page
      .getByRole('dialog')
      .getByText(/^Program je odgovorio da te adrese više nema/)
      .waitFor();
    await page.keyboard.press('Escape');
    await page.getByText('zaustavljeno').waitFor();
    await fixture.inspect(page, 'dogadaji-list', 'both');
    await page.getByRole('button', { name: `Otvori: ${LONG}` }).click();
    await page.getByRole('button', { name: 'Ukloni pretplatu' }).click();
    await page
      .getByRole('dialog', { name: 'Ukloniti pretplatu?' })
      .getByRole('button', { name: 'Ukloni pretplatu' })
      .click();
    await page.getByText('Ovdje će biti pretplate').waitFor();

    await page.getByRole('button', { name: 'Dodaj pretplatu' }).first().click();
    await dialog.getByLabel('Aplikacija').selectOption({ label: 'Rezultati' });
    await dialog.getByLabel('Kako dobiva događaje').selectOption({ label: 'Sama ih čita' });
    await dialog.getByRole('button', { name: 'Dodaj pretplatu' }).click();
    await page
      .getByRole('dialog')
      .getByText(/^Sve je pročitano|^Nepročitano/)
      .waitFor();
    assert.equal(await page.getByRole('button', { name: 'Pošalji', exact: true }).count(), 0, 'nobody to call');
    await fixture.inspect(page, 'dogadaji-pull');
  });
}
