// engine: none
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { type TestContext, test } from 'node:test';
import type { Download, Page } from 'playwright-core';
import { ADMIN, openPagesDesk, type PagesDesk, type Size } from './pages-desk.ts';

const ROWS = 1000;
/** Line numbers in the file; the headings are line 1. */
const BAD = { address: 12, repeated: 500, oib: 800 };

for (const size of ['desk', 'phone'] as const) {
  test(`pages on a ${size}: an import is checked, run, followed and undone`, { timeout: 240_000 }, (t) =>
    importPeople(t, size),
  );
  test(`pages on a ${size}: audit log and outbox show an invitation`, { timeout: 180_000 }, (t) => lookBack(t, size));
}

async function importPeople(t: TestContext, size: Size): Promise<void> {
  const desk = await openPagesDesk(t, size);
  const page = await signIn(desk);
  await page.goto(`${desk.origin}/admin/imports`);
  await refuseFile(desk, page);
  await checkFile(desk, page);
  await runImport(desk, page);
  await undoImport(desk, page);
}

async function lookBack(t: TestContext, size: Size): Promise<void> {
  const desk = await openPagesDesk(t, size);
  const page = await signIn(desk);
  await desk.invite({ email: 'ana@example.hr', ime: 'Ana', prezime: 'Šarić' });
  await readLog(desk, page);
  await readOutbox(desk, page);
}

async function signIn(desk: PagesDesk): Promise<Page> {
  const page = await desk.visit('/login');
  await page.getByLabel('E-adresa').fill(ADMIN.email);
  await page.getByLabel('Lozinka', { exact: true }).fill(ADMIN.password);
  await page.keyboard.press('Enter');
  await page.waitForURL((address) => address.pathname !== '/login');
  return page;
}

const choose = (page: Page, name: string, text: string) =>
  page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });

async function refuseFile(desk: PagesDesk, page: Page): Promise<void> {
  await page.getByText('Kakva datoteka treba').waitFor();
  const [template] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Preuzmi predložak' }).click(),
  ]);
  assert.match(await textOf(template), /^\uFEFFemail;ime;prezime;telefon;oib;uloga;jezik\r\n/);
  await choose(page, 'bez-adrese.csv', 'ime;prezime\nAna;Horvat\n');
  await page.getByText('Datoteka nema stupac s e-adresom.').waitFor();
  await desk.inspect(page, 'import-refused');
}

function fileOf(rows: number): string {
  const lines = Array.from({ length: rows }, (_, index) => {
    const line = index + 2;
    const address = line === BAD.address ? 'nije adresa' : `osoba${line === BAD.repeated ? 5 : line}@example.hr`;
    return `${address};Ime ${line};<img src=x onerror=alert(1)>;${line === BAD.oib ? '12345678901' : ''};Sloga`;
  });
  return ['E-mail;Ime;Prezime;OIB;Klub', ...lines, ''].join('\n');
}

async function checkFile(desk: PagesDesk, page: Page): Promise<void> {
  await choose(page, 'članovi.csv', fileOf(ROWS));
  await page.getByRole('button', { name: 'Uvezi 997 ljudi' }).waitFor();
  await page.getByText('Stupac koji ne poznajemo i ne čitamo: Klub').waitFor();
  await page.getByText('UTF-8, odvojeno točkom-zarezom').waitFor();
  const rows = page.locator('.import-rows li');
  await rows.first().waitFor();
  const first = (await rows.allInnerTexts()).slice(0, 4).map((text) => text.replace(/\s+/g, ' '));
  assert.match(first[0] ?? '', /^12\. redak Greška E-adresa nije ispravna\. Ispravite je .* nije adresa;Ime 12/);
  assert.match(first[1] ?? '', /^500\. redak Greška Ista e-adresa stoji u ranijem retku\./);
  assert.match(first[2] ?? '', /^800\. redak Greška OIB nije ispravan\. Provjerite svih 11 znamenki/);
  assert.match(first[3] ?? '', /^2\. redak Novi račun/);
  await page.getByText('1.000 zapisa').waitFor();
  await desk.inspect(page, 'import-check');
  await page.getByRole('button', { name: '3 retka s greškom' }).click();
  await page.waitForURL('**/admin/imports?import=1&outcome=failed');
  await page.getByText('3 zapisa').waitFor();
  await page.reload();
  await page.getByText('Preglednik više nema ovu datoteku.').waitFor();
  await desk.inspect(page, 'import-check-again');
  await choose(page, 'članovi.csv', fileOf(ROWS));
}

async function runImport(desk: PagesDesk, page: Page): Promise<void> {
  await page.getByLabel('Pošalji im pozivnice e-poštom').uncheck();
  await page.getByRole('button', { name: 'Uvezi 997 ljudi' }).click();
  await page.waitForURL('**/admin/imports?import=3');
  await page.locator('h2[data-landing]:focus').waitFor();
  await page.getByRole('button', { name: 'Svi uvozi' }).click();
  await page
    .getByRole('button', { name: /Uvoz\b/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Poništi uvoz' }).waitFor();
  await page.getByRole('button', { name: '997 otvorenih računa' }).waitFor();
  await desk.inspect(page, 'import-done');
  const [report] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Preuzmi izvješće' }).click(),
  ]);
  const lines = (await textOf(report)).trim().split('\n');
  assert.equal(lines.length, 1 + ROWS, 'every row is accounted for once');
  assert.match(lines[BAD.address - 1] ?? '', /^12,failed,,email,email,E-adresa nije ispravna\./);
  await page.getByRole('button', { name: 'EN English' }).click();
  const [english] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download the report' }).click(),
  ]);
  assert.equal(english.suggestedFilename(), 'import-3.csv');
  assert.match(await textOf(english), /^12,failed,,email,email,The e-mail address is not valid\./m);
  await page.getByRole('button', { name: 'HR Hrvatski' }).click();
}

async function undoImport(desk: PagesDesk, page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Poništi uvoz' }).click();
  await page.getByText('Uklanja se 997 računa koje nitko nije koristio ni mijenjao.').waitFor();
  await desk.inspect(page, 'import-undo');
  await page.getByRole('button', { name: 'Ukloni 997 računa' }).click();
  await page.getByText('Uvoz je poništen: uklonjeno je 997 računa.').waitFor();
  await page.getByRole('button', { name: '997 uklonjenih računa' }).click();
  await page.getByText('Uklonjen račun').first().waitFor();
  await desk.inspect(page, 'import-undone');
  await page.goto(`${desk.origin}/erp/full`);
  const acts = page.locator('.acts li');
  await acts.first().waitFor();
  const told = (await acts.allInnerTexts()).map((text) => text.replace(/\s+/g, ' '));
  assert.match(told[0] ?? '', /poništen uvoz uklonjenih 997/);
  assert.match(told[1] ?? '', /završen uvoz novih 997/);
  assert.ok(!told.some((text) => /otvoren račun|obrisan račun/.test(text)), told.join('\n'));
}

async function readLog(desk: PagesDesk, page: Page): Promise<void> {
  await page.goto(`${desk.origin}/admin/audit`);
  await page.getByText(/Nitko nije dirao zapise do|Još ništa nije zapečaćeno/).waitFor({ timeout: 15_000 });
  await page.getByLabel('Radnja').selectOption({ label: 'Poslana pozivnica' });
  const record = page.getByRole('button', { name: /poslana pozivnica: Ana Šarić/ });
  await record.waitFor();
  await record.click();
  await page.getByRole('dialog').getByText('Na koga se odnosi').waitFor();
  await desk.inspect(page, 'audit-record');
  await page.getByRole('button', { name: 'Sve o ovoj osobi' }).click();
  await page.getByRole('button', { name: /otvoren račun: Ana Šarić/ }).waitFor();
  await page.getByText('2 zapisa').waitFor();
  assert.match(new URL(page.url()).search, /^\?person=\d+$/);
  await desk.inspect(page, 'audit-person');
  await page.getByRole('button', { name: 'Preuzmi' }).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Tablica (CSV)' }).click(),
  ]);
  const lines = (await textOf(file)).trim().split('\n');
  assert.equal(lines.length, 3, 'headings and the two records that the page shows');
}

async function readOutbox(desk: PagesDesk, page: Page): Promise<void> {
  await page.goto(`${desk.origin}/admin/mails`);
  await page.getByRole('button', { name: /Ana Šarić/ }).click();
  await page.getByText('setup-password?token=•••').waitFor();
  await desk.inspect(page, 'mails-mail');
  await page.getByRole('button', { name: 'Zatvori' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  assert.equal(new URL(page.url()).search, '');
  await page.getByLabel('Traži po e-adresi').fill('ANA@');
  await page.waitForURL('**/admin/mails?q=ANA%40');
  await page.getByRole('button', { name: /Ana Šarić/ }).waitFor();
  await page.getByLabel('Traži po e-adresi').fill('nitko');
  await page.getByText('Nema poruka na adresu koja počinje s „nitko”.').waitFor();
  await desk.inspect(page, 'mails-nobody');
  await page.getByRole('button', { name: 'Prikaži sve poruke' }).click();
  await page.getByRole('button', { name: /Ana Šarić/ }).waitFor();
  await page.getByRole('button', { name: 'Nije poslano' }).click();
  await page.getByText('Nema poruka u tom stanju.').waitFor();
  await desk.inspect(page, 'mails-none');
}

const textOf = async (download: Download): Promise<string> => readFileSync(await download.path(), 'utf8');
