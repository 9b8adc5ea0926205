// engine: browser
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ALIKE_SIZES } from './layouts.ts';
import { openPagesFixture, signInAsAdmin } from './pages-fixture.ts';

const PEOPLE = 946;
const ADDRESS = 'E-mail';
/** Lines of the file, whose headings are on line 4. */
const WRONG = { address: 10, oib: 20, phone: 30 };

/** A list as clubs keep it: a title above, a sum below, three mistakes. */
function list(): Buffer {
  const rows = Array.from({ length: PEOPLE }, (_, index) => {
    const line = index + 5;
    const address = line === WRONG.address ? 'osoba10@' : `osoba${line}@example.hr`;
    const oib = line === WRONG.oib ? '12345678901' : '';
    return `${line - 4};Prezime${line};Ime "Beba";${address};${oib};${line === WRONG.phone ? 'nema' : ''}`;
  });
  const above = ['Odbojkaški klub Galeb;;;;;', 'Popis članova 2026./27.;;;;;', ';;;;;'];
  return Buffer.from(
    [...above, `R.br.;Prezime;Ime;${ADDRESS};OIB;Mobitel`, ...rows, `Ukupno;${PEOPLE};;;;`, ''].join('\r\n'),
  );
}

for (const size of ALIKE_SIZES)
  test(`pages on a ${size}: a secretary brings a list with titles and invites everybody, on the keyboard`, {
    timeout: 300_000,
  }, async (t) => {
    const fixture = await openPagesFixture(t, size);
    const page = await fixture.visit('/login');
    await signInAsAdmin(page);
    await page.waitForURL((address) => address.pathname !== '/login');
    await page.goto(`${fixture.origin}/admin/imports`);
    const { keyboard } = page;
    const focused = () => page.locator(':focus').getAttribute('aria-label');
    const focus = (name: string) => page.getByRole('button', { name, exact: true }).first().focus();

    const asked = page.waitForEvent('filechooser'); // early: Chromium may still open its own dialog for a key that follows at once
    await page.getByText('Kakva treba biti datoteka').waitFor();
    await page.locator('.file-drop button').press('Enter');
    const chooser = await asked;
    await chooser.setFiles({ name: 'popis.csv', mimeType: 'text/csv', buffer: list() });
    await page.getByRole('button', { name: 'Uvezi 943 osobe', exact: true }).waitFor();
    await page.getByText('tablica počinje u retku 4').waitFor();

    const address = page.getByLabel(`${ADDRESS}, ${WRONG.address}. redak`);
    await address.waitFor();
    await fixture.inspect(page, 'correct-cells', 'both');
    await address.focus();
    await keyboard.press('ControlOrMeta+A');
    await keyboard.type('osoba10');
    await keyboard.press('Enter');
    await page.locator('.import-rows li', { has: address }).getByText('E-adresa nije ispravna.').waitFor();
    assert.equal(await focused(), `${ADDRESS}, ${WRONG.address}. redak`, 'it is still wrong');
    await keyboard.type('@example.hr');
    await keyboard.press('Enter');
    const oib = page.getByLabel(`OIB, ${WRONG.oib}. redak`);
    await page.locator(`:focus[aria-label="OIB, ${WRONG.oib}. redak"]`).waitFor();
    await keyboard.type('69435151530'); // what is there is selected
    await keyboard.press('Tab');
    assert.equal(await focused(), `Mobitel, ${WRONG.phone}. redak`, 'Tab goes to the next problem');
    await page.locator('.import-rows li', { has: oib }).getByText('Sada je u redu.').waitFor();
    await keyboard.press('ControlOrMeta+A');
    await keyboard.press('Delete');
    await keyboard.press('Enter');
    await page.getByRole('button', { name: 'Uvezi 946 ljudi', exact: true }).waitFor();
    await fixture.inspect(page, 'corrected-cells', 'both');

    await focus('Uvezi 946 ljudi');
    await keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Uvoz: popis.csv' }).waitFor();
    const invite = page.getByRole('button', { name: 'Pozovi 946 ljudi', exact: true });
    await invite.waitFor();
    await invite.focus();
    await keyboard.press('Enter');
    await page.getByText('946').first().waitFor();
    const { body } = await fixture.service.signIn('uprava@example.hr', 'mirno more plovi');
    const token = body.access_token;
    const invited = async () =>
      (await fixture.service.call('GET /api/admin/users?status=invited&invitation=pending&limit=1', { token })).body
        .total;
    for (let tries = 0; tries < 60 && (await invited()) !== PEOPLE; tries++) await page.waitForTimeout(1000);
    assert.equal(await invited(), PEOPLE);
  });
