// engine: browser
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type TestContext, test } from 'node:test';
import PdfDocument from 'pdfkit';
import type { Locator, Page } from 'playwright-core';
import { ALIKE_SIZES, type Size } from './layouts.ts';
import { openPagesFixture, type PagesFixture, signInAsAdmin } from './pages-fixture.ts';

const ANA = { email: 'ana@example.hr', ime: 'Ana', prezime: 'Čavić-Žganec'.padEnd(60, 'c') };
const NAME = `${ANA.ime} ${ANA.prezime}`;
const PASSWORD = 'plavo nebo nad Velebitom';
const WORDS = 'Regata na Jarunu';

for (const size of ALIKE_SIZES) {
  test(`pages on a ${size}: an erasure from request to certificate`, { timeout: 300_000 }, (t) =>
    eraseSomebody(t, size),
  );
  test(`pages on a ${size}: a yearbook is added and read by a visitor`, { timeout: 300_000 }, (t) =>
    fillTheShelf(t, size),
  );
}

async function eraseSomebody(t: TestContext, size: Size): Promise<void> {
  const fixture = await openPagesFixture(t, size);
  const page = await visitAsAdmin(fixture, '/admin/privacy');
  await page.getByText('Nijedan zahtjev ne čeka odluku').waitFor();
  await fixture.inspect(page, 'privatnost-empty');
  await askForErasure(fixture);
  await page.reload();
  await page.getByText('Ostalo je 30 dana od 30.').waitFor();
  await fixture.inspect(page, 'privatnost');
  await page.getByText(NAME).click();
  await page.getByRole('heading', { name: 'Što se briše' }).waitFor();
  assert.match(page.url(), /\?request=\d+$/, 'a link shows the same');
  await page.getByText('Ime, prezime, e-adresa, telefon').waitFor();
  await fixture.inspect(page, 'privatnost-request');
  await decide(page, 'Produlji rok', 'Podaci su u tri kluba.');
  await page.getByText('Ostalo je 90 dana od 90.').waitFor();
  assert.equal(await page.getByRole('button', { name: 'Produlji rok' }).count(), 0, 'exactly once');
  await decide(page, 'Zabrani brisanje', 'Postupak pred arbitražom.');
  await page.getByText('Postupak pred arbitražom.').waitFor();
  assert.equal(await page.getByRole('button', { name: 'Odobri brisanje' }).isDisabled(), true);
  await fixture.inspect(page, 'privatnost-held');
  await decide(page, 'Ukini zabranu', 'Postupak je gotov.');
  await approve(fixture, page);
  await page.mouse.move(0, 0); // a toast stays as long as the pointer rests on it
  await page.getByRole('button', { name: 'Otvori potvrdu' }).click();
  await readCertificate(fixture, page);
  await page.goto(`${fixture.origin}/admin/privacy?status=completed`);
  await page.getByText(/Osoba br\. \d+/).waitFor();
}

async function askForErasure(fixture: PagesFixture): Promise<void> {
  await fixture.invite(ANA);
  const token = new URL(await fixture.mailedLink(ANA.email, '/setup-password')).searchParams.get('token');
  const { call, signIn } = fixture.service;
  const set = await call('POST /api/auth/setup-password', { body: { token, new_password: PASSWORD } });
  assert.equal(set.status, 200, JSON.stringify(set.body));
  const { body } = await signIn(ANA.email, PASSWORD);
  const asked = await call('POST /api/users/me/request-deletion', { token: body.access_token });
  assert.equal(asked.status, 200, JSON.stringify(asked.body));
}

async function decide(page: Page, button: string, reason: string): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).click();
  const dialog = page.getByRole('dialog');
  const confirm = dialog.getByRole('button', { name: button, exact: true });
  await confirm.click();
  await dialog.getByText('Ovo je polje obavezno.').waitFor();
  await page.keyboard.type('ab'); // the field has the focus
  await confirm.click();
  await dialog.getByText('Prekratko: najmanji broj znakova je 3.').waitFor();
  await dialog.getByLabel('Razlog').fill(reason);
  await confirm.click();
  await dialog.waitFor({ state: 'detached' });
}

/** An irreversible action requires typing the name. */
async function approve(fixture: PagesFixture, page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Odobri brisanje' }).click();
  const dialog = page.getByRole('dialog');
  const confirm = dialog.getByRole('button', { name: 'Odobri brisanje' });
  await dialog.getByLabel('Za potvrdu upišite').fill('Ana');
  await confirm.click();
  await dialog.getByText(`Ne podudara se. Upišite točno: ${NAME}`).waitFor();
  const hidden = `(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector('[role=dialog]'))`;
  assert.equal(await page.evaluate(hidden), 0, 'the name that is to be typed can be read');
  await fixture.inspect(page, 'privatnost-approve');
  await dialog.getByLabel('Za potvrdu upišite').fill(NAME.toLocaleLowerCase('hr'));
  await confirm.click();
  await page.getByRole('heading', { name: 'Podaci su izbrisani' }).waitFor({ timeout: 60_000 });
  await fixture.inspect(page, 'privatnost-erased');
}

async function readCertificate(fixture: PagesFixture, page: Page): Promise<void> {
  await page.getByText('Potpis je ispravan').waitFor();
  const text = (await page.locator('main').textContent()) ?? '';
  for (const word of [ANA.email, ANA.prezime]) assert.ok(!text.includes(word), `${word} is on the certificate`);
  await fixture.inspect(page, 'privatnost-certificate');
  const names = [
    await downloadedName(page, page.getByRole('button', { name: 'Preuzmi PDF' })),
    await downloadedName(page, page.getByRole('button', { name: 'Preuzmi potpisani zapis' })),
  ];
  assert.deepEqual(names, ['potvrda-o-brisanju-1.pdf', 'potvrda-o-brisanju-1.json']);
  await page.emulateMedia({ media: 'print' });
  assert.equal(await page.getByRole('heading', { name: 'Potvrda o brisanju osobnih podataka' }).count(), 1);
  assert.equal(await page.locator('.frame-head').isVisible(), false, 'only the sheet is printed');
  await page.emulateMedia({ media: 'screen' });
}

async function fillTheShelf(t: TestContext, size: Size): Promise<void> {
  const fixture = await openPagesFixture(t, size);
  const page = await visitAsAdmin(fixture, '/dokumenti');
  await page.getByText('Još nema nijednog.').waitFor();
  await fixture.inspect(page, 'dokumenti-empty');
  await addYearbook(fixture, page);
  const visitor = await fixture.visit('/dokumenti');
  await visitor.getByRole('link', { name: 'Godisnjak 2023' }).waitFor();
  await fixture.inspect(visitor, 'dokumenti');
  await visitor.getByLabel('Naslov ili godina').fill('2022');
  await visitor.getByRole('link', { name: 'Godisnjak 2023' }).waitFor({ state: 'detached' });
  assert.match(visitor.url(), /\?q=2022$/);
  await visitor.getByRole('link', { name: 'Statut' }).waitFor();
  await visitor.getByLabel('Naslov ili godina').fill('nema toga');
  await visitor.getByText('Ništa ne odgovara traženom').waitFor();
  await visitor.getByLabel('Naslov ili godina').fill('godisnjak');
  await readDocument(fixture, visitor);
  await closeToVisitors(fixture, page, visitor);
}

async function addYearbook(fixture: PagesFixture, page: Page): Promise<void> {
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Dodaj dokument' }).first().click();
  await dialog.getByRole('button', { name: 'Dodaj', exact: true }).click();
  await dialog.getByText('Odaberite PDF koji dodajete.').waitFor();
  await dialog.getByText('Ovo je polje obavezno.').waitFor();
  assert.equal(await focusedWords(page), 'Odaberi PDF');
  const choose = dialog.locator('input[type=file]');
  await choose.setInputFiles({ name: 'biljeske.txt', mimeType: 'text/plain', buffer: Buffer.from('ne') });
  await dialog.getByText('Datoteka mora biti PDF.').waitFor();
  await choose.setInputFiles({ name: 'godisnjak_2023.pdf', mimeType: 'application/pdf', buffer: await smallBook() });
  assert.equal(await dialog.getByLabel('Naslov').inputValue(), 'Godisnjak 2023', 'guessed from the file name');
  assert.equal(await dialog.getByLabel('Godina').inputValue(), '2023');
  await fixture.inspect(page, 'dokumenti-add');
  await dialog.getByLabel('Godina').fill('3000');
  await dialog.getByRole('button', { name: 'Dodaj', exact: true }).click();
  await dialog.getByText('Upišite godinu od 1800. do 2200.').waitFor();
  assert.equal(await focusedWords(page), 'Godina');
  await dialog.getByLabel('Godina').fill('2023');
  await add(page);
  await page.getByRole('button', { name: 'Dodaj dokument' }).first().click();
  await choose.setInputFiles({ name: 'popis.pdf', mimeType: 'application/pdf', buffer: Buffer.from('nije PDF') });
  await dialog.getByRole('button', { name: 'Dodaj', exact: true }).click();
  await dialog.getByText('Datoteka mora biti PDF.').waitFor();
  assert.equal(await focusedWords(page), 'Odaberi drugi', 'where the reason is');
  await dialog.getByLabel('Naslov').fill('');
  await choose.setInputFiles({ name: 'godisnjak_2023.pdf', mimeType: 'application/pdf', buffer: await smallBook() });
  await dialog.getByRole('button', { name: 'Dodaj', exact: true }).click();
  await dialog.getByText('Godišnjak za tu godinu već postoji.').waitFor();
  assert.equal(await dialog.getByLabel('Godina').getAttribute('aria-invalid'), 'true');
  await fixture.inspect(page, 'dokumenti-year-taken');
  await dialog.getByLabel('Vrsta').first().click();
  await page.getByRole('option', { name: 'Dokument', exact: true }).click();
  await dialog.getByLabel('Godina').fill('2022');
  await dialog.getByLabel('Naslov').fill('Statut');
  await add(page);
}

/** The label of the field that has the focus, or the words on the button. */
const focusedWords = (page: Page): Promise<string> =>
  page.evaluate('document.activeElement.labels?.[0]?.textContent || document.activeElement.textContent');

async function add(page: Page): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name: 'Dodaj', exact: true }).click();
  await page.getByText('Dokument je dodan.').first().waitFor();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

/** Pages are rendered, their text is there for screen readers, and the arrow keys turn them. */
async function readDocument(fixture: PagesFixture, page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Godisnjak 2023' }).click();
  await page.getByRole('group', { name: 'Stranica 1', exact: true }).getByText(`${WORDS} 1`).waitFor();
  await fixture.inspect(page, 'dokumenti-reader');
  await page.getByRole('button', { name: 'Povećaj' }).click();
  await page.getByText('125 %').waitFor({ state: 'attached' });
  await page.keyboard.press('0');
  await page.keyboard.press('ArrowRight');
  await page.waitForURL(/page=2/);
  assert.equal(await page.getByLabel('Broj stranice').inputValue(), '2');
  const painted = await page.evaluate(
    `(() => { const { width, height } = document.querySelector('canvas'); return width * height > 0; })()`,
  );
  assert.equal(painted, true);
  const name = await downloadedName(page, page.getByRole('link', { name: 'Preuzmi' }));
  assert.equal(name, 'Godisnjak 2023.pdf');
  const again = await fixture.visit(new URL(page.url()).pathname + new URL(page.url()).search);
  await again.getByText(`${WORDS} 2`).waitFor();
  assert.equal(await again.getByLabel('Broj stranice').inputValue(), '2', 'a link opens the page');
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Godisnjak 2023' }).waitFor();
  await leaveWhileItOpens(fixture, again);
}

/** The file does not come. */
async function leaveWhileItOpens(fixture: PagesFixture, page: Page): Promise<void> {
  await page.goto(`${fixture.origin}/dokumenti`);
  await page.route('**/*.pdf*', () => undefined);
  await page.route(/\/documents\/\d+\/file/, () => undefined);
  await page.getByRole('link', { name: 'Godisnjak 2023' }).click();
  await page.getByText('Otvaramo').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Godisnjak 2023' }).waitFor();
}

async function closeToVisitors(fixture: PagesFixture, page: Page, visitor: Page): Promise<void> {
  await page.getByRole('link', { name: 'Godisnjak 2023' }).click();
  await page.getByText(`${WORDS} 1`).waitFor();
  await page.getByRole('button', { name: 'Radnje: Godisnjak 2023' }).click();
  await page.getByRole('menuitem', { name: 'Uredi' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Tko ga vidi').first().click();
  await page.getByRole('option', { name: 'Samo članovi' }).click();
  await dialog.getByRole('button', { name: 'Spremi' }).click();
  await page.getByText('Spremljeno.').waitFor();
  await page.getByText(`${WORDS} 1`).waitFor();
  assert.equal(
    await downloadedName(page, page.getByRole('button', { name: 'Preuzmi' })),
    'Godisnjak 2023.pdf',
    'with a sign-in it comes through the client',
  );
  const { search } = new URL(page.url());
  await visitor.goto(`${fixture.origin}/dokumenti${search}`);
  await visitor.getByText('Takvog dokumenta nema.').waitFor();
  await fixture.inspect(visitor, 'dokumenti-hidden');
  await page.getByRole('button', { name: 'Radnje: Godisnjak 2023' }).click();
  await page.getByRole('menuitem', { name: 'Obriši' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Obriši' }).click();
  await page.getByText('Dokument je obrisan.').waitFor();
  await page.getByRole('link', { name: 'Statut' }).waitFor();
  await page.getByRole('link', { name: 'Godisnjak 2023' }).waitFor({ state: 'detached' });
}

async function visitAsAdmin(fixture: PagesFixture, path: string): Promise<Page> {
  const page = await fixture.visit('/login');
  await signInAsAdmin(page);
  await page.waitForURL((address) => address.pathname !== '/login');
  await page.goto(`${fixture.origin}${path}`);
  return page;
}

async function downloadedName(page: Page, button: Locator): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
  return download.suggestedFilename();
}

async function smallBook(): Promise<Buffer> {
  const pdf = new PdfDocument({ size: 'A4', autoFirstPage: false });
  const chunks: Buffer[] = [];
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
  const whole = once(pdf, 'end');
  for (const number of [1, 2, 3]) pdf.addPage().fontSize(32).text(`${WORDS} ${number}`, 80, 120);
  pdf.end();
  await whole;
  return Buffer.concat(chunks);
}
