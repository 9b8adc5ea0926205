// engine: browser
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import type { PagePath } from '../../web/routing/pages.ts';
import { picturesFolder } from '../support/test-engine.ts';
import { addPeople, openPagesFixture, type PagesFixture, signInAsAdmin } from './pages-fixture.ts';

const without = spawnSync('pdftotext', ['-v']).error && 'pdftotext is not installed (Debian: poppler-utils)';
/** Where the list is of all of them, paper does not name one. */
const PRINTED = /(?:Savez|Svi savezi i klubovi) · Iskaznica · Ispisano \d{1,2}\. \d{1,2}\. \d{4}\. \d{2}:\d{2}/;
/** What each page shows a superadmin; a new page is not complete without its line. */
const SHOWN = {
  '/erp/full': ['Pregled', 'Ljudi', 'Prijave'],
  '/crm/v2': ['Ljudi', 'Ana Šarić', 'Bruno Đukić'],
  '/admin/users': ['Ljudi', 'Šarić Ana', 'bruno@example.hr', '3 zapisa', 'Prikazano: Svi · Redoslijed: Prezime A–Ž'],
  '/admin/users/duplicates': ['Mogući dvojnici', 'Nitko nema isti OIB'],
  '/admin/invitations': ['Pozivnice', 'Ana Šarić', 'bruno@example.hr'],
  '/admin/imports': ['Uvoz ljudi', 'Povucite datoteku ovamo', 'točka-zarez ili tabulator'],
  '/admin/transfers': ['Prijelazi', 'Nijedan prijelaz nije u tijeku'],
  '/admin/audit': ['Dnevnik', 'Bruno Đukić', 'Vrijeme', 'Što se dogodilo'],
  '/admin/privacy': ['Privatnost', 'Nijedan zahtjev ne čeka odluku'],
  '/admin/mails': ['Pošta', 'Bruno Đukić', 'ana@example.hr', 'Pozivnica'],
  '/admin/tenants': ['Savezi i klubovi', 'Savez'],
  '/admin/identity-providers': ['Vanjska prijava', 'Ovdje će biti izdavatelji'],
  '/admin/factors': ['Drugi korak prijave', 'Voditelj', 'Član'],
  '/admin/applications': ['Aplikacije', 'Ovdje će biti aplikacije'],
  '/admin/applications/events': ['Događaji', 'Najprije dodajte aplikaciju'],
  '/privatnost/pravila': ['Pravila privatnosti', 'Voditelj obrade je savez ili klub u kojem imate račun.'],
  '/dokumenti': ['Dokumenti', 'Godišnjaci, pravilnici i odluke'],
  '/admin/privacy/recipients': ['Primatelji podataka', 'Kome su dani podaci Vaših ljudi.'],
  '/profil': ['Moj račun', 'Telefon'],
} as const satisfies Partial<Record<PagePath, readonly string[]>>;

/** What somebody sees who has not signed in. */
const SHOWN_OUTSIDE = {
  '/prijava-u-aplikaciju': ['Ova je prijava istekla', 'Vratite se u aplikaciju i krenite ponovno.'],
  '/uredaj': ['Zaboravili ste lozinku?'],
  '/': ['Zaboravili ste lozinku?'],
  '/login': ['Zaboravili ste lozinku?', 'E-adresa'],
  '/forgot-password': ['Upišite e-adresu računa.'],
  '/reset-password': ['Otvorite poveznicu iz poruke'],
  '/setup-password': ['Otvorite poveznicu iz poruke'],
  '/nova-prijava': ['prijav'],
  '/povrat-racuna': ['Otvorite poveznicu iz poruke'],
} as const satisfies Record<Exclude<PagePath, keyof typeof SHOWN>, readonly string[]>;

for (const scheme of ['light', 'dark'] as const) {
  test(`every page prints what it shows, with title, tenant and time, from a ${scheme} screen`, {
    timeout: 300_000,
    skip: without,
  }, async (t) => {
    const fixture = await openPagesFixture(t, scheme === 'light' ? 'desktop' : 'phone');
    await fixture.invite({ email: 'ana@example.hr', ime: 'Ana', prezime: 'Šarić' });
    await fixture.invite({ email: 'bruno@example.hr', ime: 'Bruno', prezime: 'Đukić' });
    const page = await enter(fixture, scheme);
    for (const [path, texts] of Object.entries(SHOWN)) {
      const paper = await print(page, fixture.origin + path, scheme);
      assert.match(paper, PRINTED, path);
      for (const text of texts) assert.ok(paper.includes(text), `${path} lacks "${text}":\n${paper}`);
      assert.ok(!paper.includes('Prijeđi na sadržaj'), path);
    }
    await page.emulateMedia({ media: 'print' });
    const ink = await page.evaluate('getComputedStyle(document.body).color');
    const sheet = await page.evaluate('getComputedStyle(document.body).backgroundColor');
    assert.deepEqual([ink, sheet], ['rgb(0, 0, 0)', 'rgb(255, 255, 255)'], 'black on white');
    await page.goto(`${fixture.origin}/admin/users`);
    await page.locator('tbody tr[tabindex]').first().waitFor();
    const line = await page.evaluate(`getComputedStyle(document.querySelector('tbody tr')).borderBottomColor`);
    assert.equal(line, 'rgb(187, 187, 187)', 'whatever the theme of the screen');
    await page.emulateMedia({ media: null });
    const whose = async (query: string) =>
      (await print(page, `${fixture.origin}/admin/users${query}`, scheme)).split(' · Iskaznica')[0]?.trim();
    assert.deepEqual([await whose(''), await whose('?tenant_id=1')], ['Svi savezi i klubovi', 'Savez']);
    const narrowed = await print(page, `${fixture.origin}/admin/users?q=bru&role=member`, scheme);
    assert.match(narrowed, /Prikazano: .*: bru · .*Uloga: Član/);
    assert.ok(narrowed.includes('Đukić Bruno') && !narrowed.includes('Šarić Ana'), narrowed);
    await page.goto(`${fixture.origin}/admin/users?q=ana`);
    await page.getByText('Ana Šarić').first().click();
    await page.getByRole('dialog', { name: 'Ana Šarić' }).getByLabel('Telefon').waitFor();
    const person = await printed(page, 'person', scheme);
    assert.match(person, PRINTED);
    assert.ok(person.includes('Ana Šarić') && person.includes('Telefon'), person);
    assert.ok(!person.includes('Ljudi'), 'the open entry takes the place of the list');
    assert.equal(await sheets(page), 1, 'she fits one sheet');
    for (const ofScreen of ['Redoslijed', 'Privole', 'Brisanje računa'])
      assert.ok(!person.includes(ofScreen), `${ofScreen} is not about her`);
    await page.emulateMedia({ media: 'print' });
    const example = `getComputedStyle(document.querySelector('.side-drawer [placeholder]'), '::placeholder').color`;
    assert.equal(await page.evaluate(example), 'rgba(0, 0, 0, 0)', 'no example of what to type');
    await page.emulateMedia({ media: null });
  });
}

test('pages before sign-in can be printed too', { timeout: 120_000, skip: without }, async (t) => {
  const fixture = await openPagesFixture(t, 'desktop');
  const page = await fixture.visit('/login');
  for (const [path, texts] of Object.entries(SHOWN_OUTSIDE)) {
    const paper = await print(page, fixture.origin + path, 'light');
    for (const text of texts) assert.ok(paper.includes(text), `${path} lacks "${text}":\n${paper}`);
  }
});

/** A4 without its margins, at 96 dots to the inch. */
const PAPER_WIDTH = 688;
const UNBROKEN = 'Wolfeschlegelsteinhausenbergerdorff'.padEnd(60, 'x');

test('a name without a space leaves the other columns on the paper', { timeout: 120_000 }, async (t) => {
  const fixture = await openPagesFixture(t, 'desktop');
  await fixture.invite({ email: `${'pre.duga.'.repeat(5)}adresa@example.hr`, ime: 'Ana', prezime: UNBROKEN });
  const call = await addPeople(fixture, [{ email: 'iva@example.hr', ime: UNBROKEN, prezime: 'Šarić' }]);
  const page = await enter(fixture, 'light');
  for (const path of ['/admin/users', '/admin/invitations', '/admin/mails', '/crm/v2']) {
    await page.emulateMedia({ media: 'screen' });
    await page.goto(fixture.origin + path);
    await page.getByText(UNBROKEN).first().waitFor();
    await page.emulateMedia({ media: 'print' });
    await page.setViewportSize({ width: PAPER_WIDTH, height: 900 });
    assert.equal(await page.evaluate('document.documentElement.scrollWidth'), PAPER_WIDTH, path);
    await page.setViewportSize({ width: 1440, height: 900 });
    const cut = `[...document.querySelectorAll('.cut, .person-opens')].filter((one) => one.scrollWidth > one.offsetWidth + 1).length`;
    assert.equal(await page.evaluate(cut), 0, `${path} cuts a name`);
  }
  const club = await call('POST /api/admin/tenants', { name: 'Hrvatski jedriličarski klub Žrnovnica' });
  const contact = { email: 'katarina.crnkovic@example.hr', telefon: '+385 91 234 5678' };
  const who = { ...contact, ime: 'Katarina', prezime: 'Crnković', role: 'admin', invite: false };
  const added = await call('POST /api/admin/users', { ...who, tenant_id: club.body.id });
  assert.equal(added.status, 201, JSON.stringify(added.body));
  await page.emulateMedia({ media: 'screen' });
  await page.goto(`${fixture.origin}/admin/users`);
  await page.getByText('Crnković').first().waitFor();
  await page.getByRole('button', { name: 'Uredi prikaz', exact: true }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Zbijeni redci' }).click();
  await page.emulateMedia({ media: 'print' });
  await page.setViewportSize({ width: PAPER_WIDTH, height: 900 });
  assert.equal(await page.evaluate('document.documentElement.scrollWidth'), PAPER_WIDTH, 'dense, with all columns');
});

async function enter(fixture: PagesFixture, scheme: 'light' | 'dark'): Promise<Page> {
  const page = await fixture.visit('/login', scheme);
  await signInAsAdmin(page);
  await page.waitForURL((address) => address.pathname !== '/login');
  return page;
}

/** What a page shows until it has its list. */
const LOADING = '.mantine-Skeleton-root, [aria-busy=true]';

async function print(page: Page, address: string, scheme: string): Promise<string> {
  await page.goto(address);
  await page.locator('h1').waitFor();
  await page.waitForLoadState('networkidle'); // also before a slow page has asked for its list
  await page.locator(LOADING).first().waitFor({ state: 'detached' });
  return printed(page, `${new URL(address).pathname.slice(1).replaceAll('/', '-')}`, scheme);
}

async function sheets(page: Page): Promise<number> {
  const info = execFileSync('pdfinfo', ['-'], { input: await page.pdf({ format: 'A4' }), encoding: 'utf8' });
  return Number(/^Pages: +(\d+)/m.exec(info)?.[1]);
}

/** The text of the printed page, with single spaces. */
async function printed(page: Page, name: string, scheme: string): Promise<string> {
  const pdf = await page.pdf({ format: 'A4', printBackground: true });
  if (picturesFolder) {
    mkdirSync(picturesFolder, { recursive: true });
    writeFileSync(join(picturesFolder, `print-${name}-${scheme}.pdf`), pdf);
  }
  return execFileSync('pdftotext', ['-layout', '-', '-'], { input: pdf, encoding: 'utf8' }).replaceAll(/\s+/g, ' ');
}
