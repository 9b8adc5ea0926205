// engine: browser
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { ADMIN, openPagesFixture, type PagesFixture } from './pages-fixture.ts';

const PASSWORD = 'plavo nebo nad Velebitom';
const MOST_STOPS = 60;

/** What has the focus: its name, and whether it shows, by a ring of its own or of the box it fills. */
const FOCUSED = `(() => {
  const one = document.activeElement;
  if (one === null || one === document.body) return { name: '', rings: false };
  const rings = [[one], [one, '::after'], [one.parentElement]].some(([element, part]) => {
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element, part);
    return (outlineStyle !== 'none' && parseFloat(outlineWidth) >= 1) || boxShadow !== 'none';
  });
  const { bottom, top } = one.getBoundingClientRect();
  const name = one.ariaLabel ?? one.labels?.[0]?.textContent ?? one.textContent;
  return { name: name.trim(), rings: rings && bottom > 0 && top < innerHeight };
})()`;

interface Focused {
  readonly name: string;
  readonly rings: boolean;
}

/** A page that has just come may still move what has the focus. */
async function settledFocus(page: Page): Promise<Focused> {
  for (let tries = 0; ; tries++) {
    const focused = await page.evaluate<Focused>(FOCUSED);
    if (focused.rings || focused.name === '' || tries === 20) return focused;
    await page.waitForTimeout(50);
  }
}

/** A page of the menu begins at its title. */
const beginsAtTitle = (page: Page, name: string) => page.locator('h1:focus', { hasText: name }).waitFor();

/** By Tab alone; at every stop on the way the focus is in sight. */
async function tabTo(page: Page, wanted: string | RegExp): Promise<void> {
  const isThere = ({ name }: Focused) => (typeof wanted === 'string' ? name === wanted : wanted.test(name));
  const passed: string[] = [];
  for (let stop = 0; stop < MOST_STOPS; stop++) {
    await page.keyboard.press('Tab');
    const focused = await settledFocus(page);
    if (focused.name !== '') assert.ok(focused.rings, `${focused.name} does not show that it has the focus`);
    if (isThere(focused)) return;
    passed.push(focused.name.slice(0, 30));
  }
  assert.fail(`Tab does not lead to ${wanted}: ${passed.join(', ')}`);
}

async function pressOn(page: Page, wanted: string | RegExp): Promise<void> {
  await tabTo(page, wanted);
  await page.keyboard.press('Enter');
}

/** Once a dialog has closed, or an act is done, the focus stands on what is named. */
async function standsOn(page: Page, wanted: string | RegExp): Promise<void> {
  let name = '';
  for (let look = 0; look < 40; look++) {
    ({ name } = await page.evaluate<Focused>(FOCUSED));
    if (typeof wanted === 'string' ? name === wanted : wanted.test(name)) return;
    await page.waitForTimeout(50);
  }
  assert.fail(`The focus stands on "${name.slice(0, 60)}" instead of ${wanted}`);
}

async function signIn(page: Page, { email, password }: typeof ADMIN): Promise<void> {
  await page.locator('input:focus').waitFor(); // the first field has it by itself
  await page.keyboard.type(email);
  await tabTo(page, 'Lozinka');
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Pregled' }).waitFor();
}

async function called({ service }: PagesFixture) {
  const { body } = await service.signIn(ADMIN.email, ADMIN.password);
  return async (target: string, sent?: unknown) => {
    const answer = await service.call(target, { token: body.access_token, ...(sent ? { body: sent } : {}) });
    assert.ok(answer.status < 300, `${target} ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
}

test('by keyboard alone: the first day of a club', { timeout: 120_000 }, async (t) => {
  const fixture = await openPagesFixture(t, 'desktop');
  const call = await called(fixture);
  const { id } = await call('POST /api/admin/tenants', { name: 'Veslački klub Žrnovnica' });
  const person = { email: 'uprava.kluba@example.hr', ime: 'Željka', prezime: 'Šušnjić', role: 'admin' };
  const { invite_link } = await call('POST /api/admin/users', { ...person, tenant_id: id, invite: true });
  const page = await fixture.visit(invite_link);
  await page.locator('input[autocomplete=new-password]').waitFor();
  await standsOn(page, 'Nova lozinka');
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByText('Učinjeno: 0 od 5.').waitFor();

  await pressOn(page, 'Dodaj boju i znak');
  await page.getByLabel('Boja', { exact: true }).waitFor();
  await tabTo(page, 'Boja');
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('#0a6b4f');
  await page.keyboard.press('Enter');
  await page.getByText('Boja je spremljena.').waitFor();
  await standsOn(page, 'Boja');

  await tabTo(page, /^Ljudi/);
  await page.keyboard.press('Enter');
  await beginsAtTitle(page, 'Ljudi');
  await pressOn(page, 'Dodaj osobu');
  await page.getByRole('dialog').waitFor();
  await tabTo(page, 'Ime');
  await page.keyboard.type('Ana');
  await tabTo(page, 'Prezime');
  await page.keyboard.type('Čavić');
  await tabTo(page, 'E-adresa');
  await page.keyboard.type('ana@example.hr');
  await page.keyboard.press('Enter');
  await page.getByText('Ana Čavić').first().waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await standsOn(page, 'Dodaj osobu');
});

test('by keyboard alone: an import with one row corrected', { timeout: 120_000 }, async (t) => {
  const fixture = await openPagesFixture(t, 'desktop');
  const page = await fixture.visit('/login');
  await signIn(page, ADMIN);
  await pressOn(page, /^Uvoz/);
  await beginsAtTitle(page, 'Uvoz');
  await page.getByText('Kakva treba biti datoteka').waitFor();
  const asked = page.waitForEvent('filechooser'); // early: Chromium may still open its own dialog for a key that follows at once
  await pressOn(page, 'Odaberi datoteku');
  const chooser = await asked;
  const lines = [
    'e-mail;ime;prezime',
    'ana@example.hr;Ana;Novak',
    'bruno@;Bruno;Horvat',
    'cvita@example.hr;Cvita;Kos',
    '',
  ];
  await chooser.setFiles({ name: 'popis.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\r\n')) });
  await page.getByRole('button', { name: 'Uvezi 2 osobe', exact: true }).waitFor();
  await page.getByLabel('e-mail, 3. redak').waitFor();
  await tabTo(page, 'e-mail, 3. redak');
  await page.keyboard.press('End');
  await page.keyboard.type('example.hr');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Uvezi 3 osobe', exact: true }).waitFor();
  await pressOn(page, 'Uvezi 3 osobe');
  await page.getByRole('heading', { name: 'Uvoz: popis.csv' }).waitFor();
  await page.getByRole('button', { name: 'Pozovi 3 osobe', exact: true }).waitFor();
  await standsOn(page, /./);
  await pressOn(page, 'Poništi uvoz');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await standsOn(page, 'Poništi uvoz');
});

test('by keyboard alone: an erasure', { timeout: 120_000 }, async (t) => {
  const fixture = await openPagesFixture(t, 'desktop');
  const call = await called(fixture);
  const person = { email: 'ana@example.hr', ime: 'Ana', prezime: 'Šarić', role: 'member', invite: true };
  const { invite_link } = await call('POST /api/admin/users', person);
  const token = new URL(invite_link).searchParams.get('token');
  await call('POST /api/auth/setup-password', { token, new_password: PASSWORD });
  const { body } = await fixture.service.signIn(person.email, PASSWORD);
  await fixture.service.call('POST /api/users/me/erasure', { token: body.access_token });
  const page = await fixture.visit('/login');
  await signIn(page, ADMIN);
  await pressOn(page, /^Privatnost/);
  await beginsAtTitle(page, 'Privatnost');
  await tabTo(page, /Ana Šarić/);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Ana Šarić' }).waitFor();
  await pressOn(page, 'Odobri brisanje');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await standsOn(page, 'Odobri brisanje');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor();
  await standsOn(page, /^Za potvrdu upišite: /); // a moment after the dialog is there
  const asked = await page.evaluate<Focused>(FOCUSED);
  await page.keyboard.type(asked.name.replace(/^.*: /, ''));
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByText('Podaci su izbrisani').waitFor();
  await standsOn(page, /./);
});
