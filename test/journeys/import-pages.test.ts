// engine: browser
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { type TestContext, test } from 'node:test';
import type { Download, Page } from 'playwright-core';
import { ALIKE_SIZES, type Size } from './layouts.ts';
import { chooseLanguage, openPagesFixture, type PagesFixture, signInAsAdmin } from './pages-fixture.ts';

const ROWS = 1000;
/** Line numbers in the file; the headings are line 1. */
const BAD = { address: 12, quote: 301, repeated: 555, oib: 801 };

for (const size of ALIKE_SIZES) {
  test(`pages on a ${size}: an import is checked, run, followed and undone`, { timeout: 240_000 }, (t) =>
    importPeople(t, size),
  );
  test(`pages on a ${size}: audit log and outbox show an invitation`, { timeout: 180_000 }, (t) => lookBack(t, size));
}

async function importPeople(t: TestContext, size: Size): Promise<void> {
  const fixture = await openPagesFixture(t, size);
  const page = await signIn(fixture);
  await page.goto(`${fixture.origin}/admin/imports`);
  await refuseFile(fixture, page);
  await checkFile(fixture, page);
  await mendFile(fixture, page);
  await runImport(fixture, page);
  const address = page.url();
  await correctRows(page);
  await inviteImported(fixture, page);
  await page.goto(address);
  await undoImport(fixture, page);
  await dropKnownFile(fixture, page);
}

/** A file with the headings of the one that was imported needs nothing said, until it is forgotten. */
async function dropKnownFile(fixture: PagesFixture, page: Page): Promise<void> {
  await page.goto(`${fixture.origin}/admin/imports`);
  await page.getByRole('heading', { name: 'Datoteke koje već poznajemo' }).waitFor();
  await fixture.inspect(page, 'import-known');
  await choose(page, 'sljedeće.csv', fileOf(20));
  await page.getByText('Stupci su povezani kao kad ste zadnji put').waitFor();
  await page.getByText('Stupci koje ne poznajemo i ne čitamo: Mobitel, Klub').waitFor();
  await page.getByRole('button', { name: 'Svi uvozi' }).click();
  await page.getByRole('button', { name: 'Ukloni zapamćeno čitanje: članovi.csv' }).click();
  await page.getByRole('heading', { name: 'Datoteke koje već poznajemo' }).waitFor({ state: 'detached' });
}

async function lookBack(t: TestContext, size: Size): Promise<void> {
  const fixture = await openPagesFixture(t, size);
  const page = await signIn(fixture);
  await fixture.invite({ email: 'ana@example.hr', ime: 'Ana', prezime: 'Šarić' });
  await readLog(fixture, page);
  await readOutbox(fixture, page);
}

async function signIn(fixture: PagesFixture): Promise<Page> {
  const page = await fixture.visit('/login');
  await signInAsAdmin(page);
  await page.waitForURL((address) => address.pathname !== '/login');
  return page;
}

const choose = (page: Page, name: string, text: string) =>
  page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });

async function refuseFile(fixture: PagesFixture, page: Page): Promise<void> {
  await page.getByText('Kakva treba biti datoteka').waitFor();
  const [template] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Preuzmi predložak' }).click(),
  ]);
  assert.match(await textOf(template), /^\uFEFFemail;ime;prezime;telefon;oib;uloga;jezik\r\n/);
  await choose(page, 'bez-adrese.csv', 'ime;Kamo pišemo\nAna;ana@example.hr\n');
  await page.getByText('Datoteka nema stupac s e-adresom.').waitFor();
  await fixture.inspect(page, 'import-refused');
  await page.getByLabel('U kojem je stupcu e-adresa?').selectOption('Kamo pišemo');
  await page.getByRole('button', { name: 'Uvezi 1 osobu', exact: true }).waitFor();
  await page.getByRole('button', { name: 'Svi uvozi' }).click();
}

function fileOf(rows: number): string {
  const lines = Array.from({ length: rows }, (_, index) => {
    const line = index + 2;
    const address = line === BAD.address ? 'nije adresa' : `osoba${line === BAD.repeated ? 5 : line}@example.hr`;
    const role = line % 100 === 0 ? 'Igrač' : line < 5 ? 'administrator' : 'član';
    if (line === BAD.quote) return `${address};"Bez ${line};;;;`;
    return `${address};Ime ${line} <img src=x onerror=alert(1)>;${line === BAD.oib ? '12345678901' : ''};091 ${line};${role};Sloga`;
  });
  return ['E-mail;Ime i prezime;OIB;Mobitel;Uloga;Klub', ...lines, ''].join('\n');
}

async function checkFile(fixture: PagesFixture, page: Page): Promise<void> {
  await choose(page, 'članovi.csv', fileOf(ROWS));
  await page.getByRole('button', { name: 'Uvezi 986 ljudi', exact: true }).waitFor();
  await page.getByRole('button', { name: 'Uvezi 986 ljudi i pošalji im pozivnice' }).waitFor();
  await page.getByText('Među njima su 3 administratora.').waitFor();
  await page.getByText('Stupac koji ne poznajemo i ne čitamo: Klub').waitFor();
  await page.getByText('UTF-8, odvojeno točkom-zarezom').waitFor();
  await page.locator('.import-rows .row-correction input').first().waitFor();
  const told = (await page.locator('.import-rows li').allInnerTexts()).map((text) => text.replace(/\s+/g, ' '));
  assert.match(told[0] ?? '', /^12\. redak Greška E-adresa nije ispravna\. Ispravite je .* Ime 12/);
  assert.match(told[1] ?? '', /^100\. redak Greška Takve uloge nema\./);
  assert.ok(
    told.some((text) => /^301\. redak Greška Redak se ne može pročitati/.test(text)),
    told.join('\n'),
  );
  assert.equal(await page.getByLabel('E-mail, 12. redak').inputValue(), 'nije adresa');
  const kinds = await page.locator('.import-problems > li').allInnerTexts();
  assert.deepEqual(
    kinds.map((text) =>
      text
        .replace(/\s+/g, ' ')
        .replace(/(Takve uloge nema|nije ispravna|nije ispravan|ranijem retku|nisu ispravni)\..*/, '$1'),
    ),
    [
      '10 redaka Takve uloge nema',
      '1 redak E-adresa nije ispravna',
      '1 redak Redak se ne može pročitati: navodnici nisu ispravni',
      '1 redak Ista e-adresa stoji u ranijem retku',
      '1 redak OIB nije ispravan',
    ],
  );
  await page.getByText('1.000 zapisa').waitFor();
  await fixture.inspect(page, 'import-check');
  await page.reload();
  await page.getByRole('heading', { name: 'Provjera: članovi.csv' }).waitFor();
  await page.getByRole('button', { name: 'Uvezi 986 ljudi', exact: true }).waitFor();
  await page.locator('.import-cells').getByRole('cell', { name: '091 2', exact: true }).waitFor();
}

/** Maps a word for all rows that have it, and changes the meaning of a column. */
async function mendFile(fixture: PagesFixture, page: Page): Promise<void> {
  await page.locator('.role-meanings').getByRole('button', { name: 'Provjeri ponovno' }).click();
  await page.getByText('Odaberite ulogu bar za jednu od ovih riječi.').waitFor();
  await page.getByLabel('Što znači „Igrač”').selectOption('Član');
  await page.locator('.role-meanings').getByRole('button', { name: 'Provjeri ponovno' }).click();
  await page.getByRole('button', { name: 'Uvezi 996 ljudi', exact: true }).waitFor();
  await page.getByLabel('Što je u stupcu „Mobitel”').selectOption('Ne čita se');
  await fixture.inspect(page, 'import-mapping');
  await page.getByRole('button', { name: 'Provjeri ponovno' }).click();
  await page.getByText('Stupci koje ne poznajemo i ne čitamo: Mobitel, Klub').waitFor();
  await page.getByRole('button', { name: '4 retka s greškom' }).click();
  await page.waitForURL(/\?import=\d+&outcome=failed$/);
  await page.getByText('4 zapisa').waitFor();
}

async function runImport(fixture: PagesFixture, page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Uvezi 996 ljudi', exact: true }).click();
  await page.getByRole('heading', { name: 'Uvoz: članovi.csv' }).waitFor();
  await page.getByRole('button', { name: 'Poništi uvoz' }).waitFor();
  await page.getByRole('button', { name: 'Svi uvozi' }).click();
  await page.getByRole('heading', { name: 'Dosadašnji uvozi' }).waitFor();
  const past = (await page.locator('.import-row').allInnerTexts()).map((text) => text.replace(/\s+/g, ' '));
  assert.match(past[0] ?? '', /članovi\.csv .*novih 996 · preskočeno 0 · s greškom 4 Završeno/);
  assert.match(past[1] ?? '', /članovi\.csv .*Uvoz pokrenut/);
  assert.match(past[2] ?? '', /članovi\.csv .*Provjereno ponovno/);
  await fixture.inspect(page, 'import-list');
  await page.locator('.import-row').first().click();
  await page.getByRole('button', { name: '996 otvorenih računa' }).waitFor();
  await page.getByRole('button', { name: 'Pozovi 996 ljudi' }).waitFor();
  await fixture.inspect(page, 'import-done');
  const [report] = await Promise.all([
    page.waitForEvent('download'),
    downloadAs(page, 'Preuzmi izvješće', 'Tablica (CSV)'),
  ]);
  const lines = (await textOf(report)).trim().split('\n');
  assert.equal(lines.length, 1 + ROWS, 'every row is accounted for once');
  assert.match(lines[BAD.address - 1] ?? '', /^12;Greška;E-mail;E-adresa nije ispravna\./);
  await chooseLanguage(page, 'English');
  const [english] = await Promise.all([
    page.waitForEvent('download'),
    downloadAs(page, 'Download the report', 'Table (CSV)'),
  ]);
  assert.match(english.suggestedFilename(), /^import-\d+\.csv$/);
  assert.match(await textOf(english), /^12;Error;E-mail;The e-mail address is not valid\./m);
  await chooseLanguage(page, 'Hrvatski');
}

async function downloadAs(page: Page, button: string, format: string): Promise<void> {
  await page.getByRole('button', { name: button }).click();
  await page.getByRole('menuitem', { name: format }).click();
}

/** The faulty rows come as a file; corrected, it is imported like any other. */
async function correctRows(page: Page): Promise<void> {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Preuzmi 4 retka za ispravak' }).click(),
  ]);
  const text = await textOf(file);
  assert.match(
    text,
    /^\uFEFFŠto nije u redu;E-mail;Ime i prezime;OIB;Mobitel;Uloga;Klub\r\nRedak 12: E-adresa nije ispravna\./,
  );
  await page.getByRole('button', { name: 'Svi uvozi' }).click();
  await choose(
    page,
    file.suggestedFilename(),
    text.replace('nije adresa', 'dvanaest@example.hr').replace('12345678901', ''),
  );
  await page.getByRole('button', { name: 'Uvezi 3 osobe', exact: true }).click();
  await page.getByRole('button', { name: 'Pozovi 3 osobe' }).waitFor();
}

async function inviteImported(fixture: PagesFixture, page: Page): Promise<void> {
  await page.goto(`${page.url().split('/admin')[0]}/admin/users?invitation=none&status=invited`);
  await page.getByText('Bez pozivnice', { exact: true }).filter({ visible: true }).first().waitFor();
  await page.getByText('999 zapisa').waitFor();
  await fixture.inspect(page, 'users-not-invited');
  await page.goBack();
  await page.getByRole('button', { name: 'Pozovi 3 osobe' }).click();
  await page.getByText('Pozvane su 3 osobe.').waitFor();
  await page.getByRole('button', { name: 'Pozovi 3 osobe' }).waitFor({ state: 'detached' });
  await fixture.inspect(page, 'import-invited');
  await page.getByRole('button', { name: 'Poništi radnju' }).waitFor();
  await page.getByRole('button', { name: 'Zatvori' }).click();
  await page.getByText('Pozvane su 3 osobe.').waitFor({ state: 'detached' });
  assert.equal(await page.getByRole('button', { name: /^Pozovi/ }).count(), 0);
}

async function undoImport(fixture: PagesFixture, page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Poništi uvoz' }).click();
  await page.getByText('Uklanja se 996 računa koje nitko nije koristio ni mijenjao.').waitFor();
  await fixture.inspect(page, 'import-undo');
  await page.getByRole('button', { name: 'Ukloni 996 računa' }).click();
  await page.getByText('Uvoz je poništen: uklonjeno je 996 računa.').waitFor();
  await page.getByRole('button', { name: '996 uklonjenih računa' }).click();
  await page.getByText('Uklonjen račun').first().waitFor();
  assert.equal(await page.getByText('Otvoren račun').count(), 0);
  await fixture.inspect(page, 'import-undone');
  await page.goto(`${fixture.origin}/erp/full`);
  const acts = page.locator('.acts li');
  await acts.first().waitFor();
  const told = (await acts.allInnerTexts()).map((text) => text.replace(/\s+/g, ' '));
  assert.match(told[0] ?? '', /poništen uvoz\. uklonjenih 996/);
  assert.ok(
    told.some((text) => /završen uvoz\. novih 996/.test(text)),
    told.join('\n'),
  );
  assert.ok(!told.some((text) => /otvoren račun|obrisan račun/.test(text)), told.join('\n'));
  assert.ok(
    told.some((text) => /završena provjera datoteke za uvoz\./.test(text)),
    told.join('\n'),
  );
  await page.goto(`${fixture.origin}/admin/audit`);
  const undone = page.getByRole('row', { name: /poništen uvoz\./ });
  await undone.waitFor();
  const alone = page.getByRole('row', { name: /(otvoren|obrisan) račun osob/ });
  await page.mouse.wheel(0, 20_000); // the oldest of them: only rows in sight are in the document
  await alone.first().waitFor();
  assert.equal(await alone.count(), 1, 'the administrator alone was created by hand');
  await page.mouse.wheel(0, -20_000);
  await fixture.inspect(page, 'audit-grouped');
  await undone.click();
  await page.getByRole('button', { name: 'Svi zapisi ovog uvoza' }).click();
  await page.waitForURL(/[?&]import=\d+/);
  await page
    .getByRole('row', { name: /obrisan račun osob/ })
    .first()
    .waitFor();
}

async function readLog(fixture: PagesFixture, page: Page): Promise<void> {
  await page.goto(`${fixture.origin}/admin/audit`);
  await page.getByText(/Nitko nije dirao zapise do|Još ništa nije zapečaćeno/).waitFor({ timeout: 15_000 });
  const action = page.getByRole('combobox', { name: 'Radnja' });
  await action.fill('poslana poz');
  await page.getByRole('option', { name: 'Poslana pozivnica' }).click();
  const record = page.getByRole('row', { name: /poslana pozivnica osobi Ana Šarić\./ });
  await record.waitFor();
  await record.click();
  await page.getByRole('dialog').getByText('Na koga se odnosi').waitFor();
  await fixture.inspect(page, 'audit-record');
  await page.getByRole('button', { name: 'Sve o ovoj osobi' }).click();
  await page.getByRole('row', { name: /otvoren račun osobi Ana Šarić\./ }).waitFor();
  assert.match(new URL(page.url()).search, /^\?person=\d+$/);
  await page.reload(); // the person's log was read, which is in it now
  await page.getByRole('row', { name: /pregledani podaci osobe Ana Šarić\./ }).waitFor();
  await page.getByText('3 zapisa').waitFor();
  await page.getByRole('dialog').waitFor({ state: 'detached' }); // it takes a moment to leave
  await fixture.inspect(page, 'audit-person');
  await page.getByRole('button', { name: 'Preuzmi' }).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Tablica (CSV)' }).click(),
  ]);
  const lines = (await textOf(file)).trim().split('\n');
  assert.equal(lines.length, 4, 'headings and the three records that the page shows');
}

async function readOutbox(fixture: PagesFixture, page: Page): Promise<void> {
  await page.goto(`${fixture.origin}/admin/mails`);
  await page.getByRole('row', { name: /Ana Šarić/ }).click();
  await page.getByText('setup-password?token=•••').waitFor();
  await fixture.inspect(page, 'mails-mail');
  await page.getByRole('button', { name: 'Zatvori' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  assert.equal(new URL(page.url()).search, '');
  await page.getByLabel('Traži poruke').fill('ANA@');
  await page.waitForURL('**/admin/mails?q=ANA%40');
  await page.getByRole('row', { name: /Ana Šarić/ }).waitFor();
  await page.getByLabel('Traži poruke').fill('nitko');
  await page.getByText('Nema poruka za „nitko”.').waitFor();
  await fixture.inspect(page, 'mails-nobody');
  await page.getByRole('button', { name: 'Prikaži sve poruke' }).click();
  await page.getByRole('row', { name: /Ana Šarić/ }).waitFor();
  await page.getByRole('button', { name: 'Nije poslano' }).click();
  await page.getByText('Nema poruka u tom stanju.').waitFor();
  await fixture.inspect(page, 'mails-none');
  await tellOfWaitingMail(page);
}

/** From ten minutes on it is late. */
async function tellOfWaitingMail(page: Page): Promise<void> {
  const since = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
  for (const [waiting, minutes, words] of [
    [3, 2, '3 poruke čekaju'],
    [21, 30, '21 poruka čeka'],
  ] as const) {
    await page.route('**/api/admin/mails/health*', async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ json: { ...(await answer.json()), waiting, waiting_since: since(minutes) } });
    });
    await page.reload();
    const told = page.locator('.mail-health button').filter({ hasText: words });
    await told.waitFor();
    assert.equal((await told.getAttribute('data-late')) !== null, minutes > 10);
  }
}

const textOf = async (download: Download): Promise<string> => readFileSync(await download.path(), 'utf8');
