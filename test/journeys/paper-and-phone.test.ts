// engine: browser
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import {
  ADMIN,
  chooseLanguage,
  openPagesFixture,
  type PagesFixture,
  signInAsAdmin,
  untilHolds,
} from './pages-fixture.ts';

const without = spawnSync('pdftotext', ['-v']).error && 'pdftotext is not installed (Debian: poppler-utils)';
const MANY = 55;
const LAST = 'Žunić';

/** More than a page of invited people. The last one by name was invited first, so is also last by time. */
async function fill({ service }: PagesFixture): Promise<void> {
  const { body } = await service.signIn(ADMIN.email, ADMIN.password);
  const token = body.access_token;
  for (let index = 0; index < MANY; index++) {
    const prezime = index === 0 ? LAST : `Anić ${String(index).padStart(2, '0')}`;
    const person = { email: `osoba${index}@example.hr`, ime: 'Iva', prezime, role: 'member', invite: true };
    assert.equal((await service.call('POST /api/admin/users', { token, body: person })).status, 201);
  }
}

async function enter(fixture: PagesFixture): Promise<Page> {
  const page = await fixture.visit('/login');
  await signInAsAdmin(page);
  await page.waitForURL((address) => address.pathname !== '/login');
  return page;
}

/** Replaces the browser's print dialog, which would wait for a person; the page is laid out for paper before it opens. */
async function printedBy(page: Page, menu: string, entry: string): Promise<string> {
  await page.evaluate('window.asked = 0; window.print = () => { window.asked += 1 }');
  await page.getByRole('button', { name: menu }).click();
  await page.getByRole('menuitem', { name: entry }).click();
  await untilHolds(page, 'window.asked === 1');
  const pdf = await page.pdf({ format: 'A4' });
  return execFileSync('pdftotext', ['-layout', '-', '-'], { input: pdf, encoding: 'utf8' }).replaceAll(/\s+/g, ' ');
}

const LISTS = [
  ['/admin/users', 'Preuzmi popis', 'Ispiši cijeli popis', `${LAST} Iva`],
  ['/admin/users', 'Preuzmi popis', 'Ispiši po klubovima', `${LAST} Iva`],
  ['/admin/invitations', 'Preuzmi popis', 'Ispiši cijeli popis', `Iva ${LAST}`],
  ['/admin/mails', 'Preuzmi popis', 'Ispiši cijeli popis', `Iva ${LAST}`],
  ['/admin/audit', 'Preuzmi popis', 'Ispiši cijeli popis', `Iva ${LAST}`],
  ['/admin/tenants', 'Preuzmi popis', 'Ispiši cijeli popis', 'Žirafa'],
] as const;

test('each list is printed whole, including rows that were not loaded yet', {
  timeout: 300_000,
  skip: without,
}, async (t) => {
  const fixture = await openPagesFixture(t, 'desktop');
  await fill(fixture);
  const { body } = await fixture.service.signIn(ADMIN.email, ADMIN.password);
  const club = { name: 'Žirafa' };
  await fixture.service.call('POST /api/admin/tenants', { token: body.access_token, body: club });
  const page = await enter(fixture);
  for (const [path, menu, entry, last] of LISTS) {
    await page.goto(fixture.origin + path);
    await page.locator('.list-body tbody tr[tabindex]').first().waitFor();
    const paper = await printedBy(page, menu, entry);
    assert.ok(paper.includes(last), `${path} lacks its last row:\n${paper.slice(-600)}`);
    assert.match(paper, /Iskaznica · Ispisano/, path);
  }
});

test('the queue is printed and downloaded as it is shown', { timeout: 180_000, skip: without }, async (t) => {
  const fixture = await openPagesFixture(t, 'desktop');
  await fixture.invite({ email: 'ana@example.hr', ime: 'Ana', prezime: 'Šarić' });
  const owner = await fixture.visit(await fixture.mailedLink('ana@example.hr', '/setup-password'));
  await owner.locator('input[autocomplete=new-password]').first().fill('plava barka na valu');
  await owner.keyboard.press('Enter');
  await owner.waitForURL((address) => address.pathname !== '/setup-password');
  const { body } = await fixture.service.signIn('ana@example.hr', 'plava barka na valu');
  assert.equal((await fixture.service.call('POST /api/users/me/erasure', { token: body.access_token })).status, 200);
  const page = await enter(fixture);
  await page.goto(`${fixture.origin}/admin/privacy`);
  await page.getByText('Ana Šarić').waitFor();
  assert.ok((await printedBy(page, 'Preuzmi popis', 'Ispiši cijeli popis')).includes('Ana Šarić'));
  await page.getByRole('button', { name: 'Preuzmi popis' }).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Tablica (CSV)' }).click(),
  ]);
  assert.match(file.suggestedFilename(), /^zahtjevi-za-brisanje-\d{4}-\d\d-\d\d\.csv$/);
  assert.match(readFileSync(await file.path(), 'utf8'), /Ana Šarić;ana@example\.hr;Neriješeno;Zatražila je sama osoba/);
});

test('imports, and those who lack a second step, are printed and downloaded as they are shown', {
  timeout: 180_000,
  skip: without,
}, async (t) => {
  const fixture = await openPagesFixture(t, 'phone');
  const { body } = await fixture.service.signIn(ADMIN.email, ADMIN.password);
  const rules = [{ role: 'member', grace_days: 7 }];
  const token = body.access_token;
  const set = await fixture.service.call('PUT /api/admin/factor-policy', { token, body: { tenant_id: null, rules } });
  assert.equal(set.status, 200);
  const page = await enter(fixture);
  await page.goto(`${fixture.origin}/admin/imports`);
  const file = { name: 'članovi.csv', mimeType: 'text/csv', buffer: Buffer.from('e-mail;ime\nana@example.hr;Ana\n') };
  await page.locator('input[type=file]').setInputFiles(file);
  await page.getByRole('button', { name: 'Uvezi 1 osobu', exact: true }).click();
  await page.getByRole('button', { name: 'Pozovi 1 osobu' }).click();
  const link = new URL(await fixture.mailedLink('ana@example.hr', '/setup-password'));
  const accepted = await fixture.service.call('POST /api/auth/setup-password', {
    body: { token: link.searchParams.get('token'), password: 'plava barka na valu' },
  });
  assert.equal(accepted.status, 200, JSON.stringify(accepted.body));
  const lists = [
    ['/admin/imports', 'članovi.csv', /^uvozi-\d{4}-\d\d-\d\d\.csv$/, /;članovi\.csv;.*;Završeno;1;0;0;0\r\n/],
    ['/admin/factors', 'ana@example.hr', /^bez-drugog-koraka-/, /\r\nAna;ana@example\.hr;Član;Savez;/],
  ] as const;
  for (const [path, shown, name, line] of lists) {
    await page.goto(fixture.origin + path);
    await page.getByText(shown).first().waitFor();
    assert.ok((await printedBy(page, 'Preuzmi popis', 'Ispiši cijeli popis')).includes(shown), path);
    await page.getByRole('button', { name: 'Preuzmi popis' }).click();
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'Tablica (CSV)' }).click(),
    ]);
    assert.match(saved.suggestedFilename(), name);
    assert.match(readFileSync(await saved.path(), 'utf8'), line);
  }
});

const USUAL = 'marija.babic@burin.example';
const LONG = 'helena.knezevic-fabijanic@savez.example';
/** A4 without its margins, at 96 dots to the inch. */
const PAPER_WIDTH = 688;
/** The lines of each address. */
const ADDRESSES = `[...document.querySelectorAll('.person-words > .hint-line')]
  .filter(({ textContent }) => textContent.includes('@'))
  .map((words) => {
    const text = document.createRange();
    text.selectNodeContents(words);
    return new Set([...text.getClientRects()].map(({ bottom }) => Math.round(bottom))).size;
  })`;
const CUT = `[...document.querySelectorAll('.data-table .cut')]
  .filter((words) => words.scrollWidth > words.clientWidth + 1)
  .map(({ textContent }) => textContent)`;

test('addresses are whole on paper and on phones, and break before their @ alone', { timeout: 180_000 }, async (t) => {
  const fixture = await openPagesFixture(t, 'desktop');
  const { body } = await fixture.service.signIn(ADMIN.email, ADMIN.password);
  const token = body.access_token;
  const club = await fixture.service.call('POST /api/admin/tenants', {
    token,
    body: { name: 'Veslački klub Žrnovnica' },
  });
  for (const [email, ime, prezime] of [
    [USUAL, 'Marija', 'Babić'],
    [LONG, 'Helena', 'Knežević-Fabijanić'],
  ]) {
    const person = { email, ime, prezime, role: 'member', tenant_id: club.body.id, invite: true };
    assert.equal((await fixture.service.call('POST /api/admin/users', { token, body: person })).status, 201);
  }
  const page = await enter(fixture);
  for (const path of ['/admin/users', '/admin/invitations', '/admin/mails']) {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(fixture.origin + path);
    await page.getByText(LONG).first().waitFor();
    assert.deepEqual([...new Set(await page.evaluate<number[]>(ADDRESSES))], [1], `${path} on a desktop`);
    await page.emulateMedia({ media: 'print' });
    await page.setViewportSize({ width: PAPER_WIDTH, height: 900 });
    assert.equal(await page.evaluate('document.documentElement.scrollWidth'), PAPER_WIDTH, path);
    const lines = await page.evaluate<number[]>(ADDRESSES);
    assert.ok(Math.min(...lines) === 1 && Math.max(...lines) <= 2, `${path}: ${lines}`);
    await page.emulateMedia({ media: 'screen' });
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 844 });
      assert.deepEqual(await page.evaluate(CUT), [], `${path} at ${width} px`);
    }
  }
});

/** Words of roles broken over lines or cut to a letter, hints that do not fit their field, and figures of clubs beyond the edge. */
const BROKEN_OR_HIDDEN = `[
  ...[...document.querySelectorAll('.matrix th[scope=row]')].filter(({ firstChild }) => {
    const text = document.createRange();
    text.selectNodeContents(firstChild);
    return text.getClientRects().length > firstChild.data.split(' ').length;
  }),
  ...[...document.querySelectorAll('[type=search]')].filter((field) => {
    const pen = document.createElement('canvas').getContext('2d');
    const { font, paddingLeft, paddingRight } = getComputedStyle(field);
    pen.font = font;
    return pen.measureText(field.placeholder).width > field.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
  }).map(({ placeholder }) => ({ textContent: placeholder })),
  ...[...document.querySelectorAll('.card-line .cut')].filter((words) => words.clientWidth < 60),
  ...[...document.querySelectorAll('.tab, [role=tab]')].filter((tab) => tab.getBoundingClientRect().right > innerWidth),
  ...[...document.querySelectorAll('.clubs')].filter((box) => box.scrollWidth > box.clientWidth),
].map(({ textContent }) => textContent)`;

const LINES_OF_TABS = `new Set(
  [...document.querySelectorAll('.tab, .person-tabs [role=tab]')].map((tab) => tab.getBoundingClientRect().top),
).size`;

test('with several clubs no page is wider than the smallest phone, in either language', {
  timeout: 180_000,
}, async (t) => {
  const fixture = await openPagesFixture(t, 'phone');
  const { body } = await fixture.service.signIn(ADMIN.email, ADMIN.password);
  for (const name of ['Veslački klub Žrnovnica', 'Jedriličarski klub Uskok'])
    await fixture.service.call('POST /api/admin/tenants', { token: body.access_token, body: { name } });
  for (const role of ['admin', 'manager', 'member', 'guest'])
    for (let index = 0; index < 11; index++) {
      const person = { email: `${role}${index}@example.hr`, ime: 'Iva', prezime: 'Anić', role, invite: false };
      assert.equal(
        (await fixture.service.call('POST /api/admin/users', { token: body.access_token, body: person })).status,
        201,
      );
    }
  const page = await enter(fixture);
  await page.setViewportSize({ width: 320, height: 720 });
  for (const language of ['English', 'Hrvatski'] as const)
    for (const path of [
      '/crm/v2',
      '/erp/full',
      '/admin/tenants',
      '/admin/audit',
      '/admin/mails',
      '/admin/privacy',
      '/profil?tab=clanstva', // with every tab
    ]) {
      await page.goto(fixture.origin + path);
      await page.locator('h1').waitFor();
      await chooseLanguage(page, language);
      await page.locator(`html[lang=${language === 'English' ? 'en' : 'hr'}]`).waitFor();
      await page.waitForLoadState('networkidle');
      assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 320, `${path} ${language}`);
      assert.deepEqual(await page.evaluate(BROKEN_OR_HIDDEN), [], `${path} ${language}`);
    }
  assert.equal(await page.evaluate(LINES_OF_TABS), 1, 'of the own page');
  await page.goto(`${fixture.origin}/admin/users?open=2&tab=consents`);
  await page.getByRole('tab', { name: 'Privole', selected: true }).waitFor();
  assert.equal(await page.evaluate(LINES_OF_TABS), 1, 'of a person');
  assert.deepEqual(await page.evaluate(BROKEN_OR_HIDDEN), [], 'of a person');
});
