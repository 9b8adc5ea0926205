// engine: browser
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { type TestContext, test } from 'node:test';
import type { Page } from 'playwright-core';
import { BOTH_SIZES, type Size } from './layouts.ts';
import { ADMIN, addPeople, chooseLanguage, openPagesFixture, type PagesFixture } from './pages-fixture.ts';

const PASSWORD = 'plavo nebo nad Velebitom';
const MANAGER = { email: 'voditelj@example.hr', ime: 'Vesna', prezime: 'Voditelj', role: 'manager' };
const ODD = { ime: '<img src=x onerror=document.title="x">', prezime: `${'Š'.repeat(60)} عبد الرحمن 👩‍👩‍👧‍👦🤾` };
const SURNAMES = ['Horvat', 'Čavić', 'Ćosić', 'Džaja', 'Đurić', 'Lukić', 'Ljubić', 'Njegač', 'Žganec'];

for (const size of BOTH_SIZES) {
  test(`overview on a ${size}: figures link to their lists`, { timeout: 180_000 }, (t) => readOverview(t, size));
  test(`directory and search on a ${size}: find, call and open a person`, { timeout: 180_000 }, (t) =>
    findSomebody(t, size),
  );
}

test('the overview begins with what waits, each with its act; for all clubs as a table that sorts', {
  timeout: 180_000,
}, async (t) => {
  const fixture = await openPagesFixture(t, 'desktop');
  const person = (name: string) => ({ email: `${name}@example.hr`, ime: name, prezime: 'Novak' });
  const call = await addPeople(fixture, []);
  const page = await fixture.visit('/login');
  await signIn(page, ADMIN.email, ADMIN.password);
  await page.getByRole('heading', { name: 'Prvi koraci' }).waitFor();
  await addPeople(fixture, [person('ana'), person('iva')]);
  const { body: club } = await call('POST /api/admin/tenants', { name: 'Veslački klub Žrnovnica' });
  for (const name of ['eva', 'lea', 'mia']) {
    const added = { ...person(name), role: 'member', invite: false, tenant_id: club.id };
    assert.equal((await call('POST /api/admin/users', added)).status, 201);
  }
  await page.reload();
  const work = page.getByRole('region', { name: 'Čeka Vas' });
  await work.getByText('5 osoba još nije pozvano').waitFor();
  const order = 'section, .figures';
  const [first] = await page.locator('.overview').locator(order).all();
  assert.equal(await first?.getAttribute('aria-label'), 'Čeka Vas', 'work before figures');
  const table = page.getByRole('region', { name: 'Što čeka, po savezima i klubovima' });
  const clubs = () => table.locator('tbody th').allInnerTexts();
  assert.deepEqual((await clubs())[0], 'Veslački klub Žrnovnica', 'the most first');
  await table.getByRole('button', { name: 'Nisu pozvani' }).click();
  assert.deepEqual((await clubs())[1], 'Veslački klub Žrnovnica');
  await fixture.inspect(page, 'overview-work', 'dark-on-desktop');
  await table.getByRole('link', { name: '3', exact: true }).click();
  await page.waitForURL(`**/admin/users?tenant_id=${club.id}&status=invited&invitation=none`);
  await page.goBack();
  await work.getByRole('link', { name: 'Pozovi' }).click();
  await page.waitForURL('**/admin/users?status=invited&invitation=none');
  await page.getByText('iva Novak').first().waitFor();
});

for (const size of BOTH_SIZES)
  test(
    `the menu on a ${size} is in three groups, counts what waits, and one entry leads to the people in each view`,
    {
      timeout: 120_000,
    },
    (t) => useMenu(t, size),
  );

async function useMenu(t: TestContext, size: Size): Promise<void> {
  const fixture = await openPagesFixture(t, size);
  await fixture.invite({ email: 'ana@example.hr', ime: 'Ana', prezime: 'Novak' });
  await addPeople(fixture, [{ email: 'iva@example.hr', ime: 'Iva', prezime: 'Kos' }]);
  const page = await fixture.visit('/login');
  await page.route('**/api/admin/work*', async (route) => {
    const answer = await route.fetch();
    const body = await answer.json();
    const waiting = { ...body.waiting, invitations_ending: 3, mails_failed: 2 };
    await route.fulfill({ response: answer, json: { ...body, waiting } });
  });
  await signIn(page, ADMIN.email, ADMIN.password);
  const menu = page.getByRole('navigation', { name: 'Glavni izbornik' });
  await menu.getByRole('link', { name: 'Pozivnice čekaju 3' }).waitFor();
  if (size === 'desktop') {
    const groups = menu.getByRole('group');
    assert.deepEqual(await groups.evaluateAll((all) => all.map((group) => group.getAttribute('aria-label'))), [
      'Ljudi',
      'Nadzor',
      'Postavke',
    ]);
    await groups.nth(1).getByRole('link', { name: 'Pošta čekaju 2' }).waitFor();
  } else {
    await menu.getByRole('button', { name: 'Više' }).click();
    await page.getByRole('menuitem', { name: 'Pošta čekaju 2' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('menu').waitFor({ state: 'detached' });
  }
  assert.equal(await menu.getByRole('link', { name: /^Ljudi/ }).innerText(), 'Ljudi', 'one not invited is no alarm');
  await fixture.inspect(page, 'menu', 'both');
  await menu.getByRole('link', { name: 'Ljudi' }).click();
  await page.getByText('Iva Kos').first().waitFor();
  await page.getByLabel('Traži ljude').fill('kos');
  await page.waitForURL('**/admin/users?q=kos');
  const views = page.getByRole('navigation', { name: 'Kako prikazati ljude' });
  await views.getByRole('link', { name: 'Kartice' }).click();
  await page.waitForURL('**/crm/v2?q=kos');
  await page.getByRole('button', { name: 'Iva Kos' }).waitFor();
  assert.equal(await menu.locator('[aria-current=page]').innerText(), 'Ljudi', 'the entry of both views');
  await views.getByRole('link', { name: 'Popis' }).click();
  await page.waitForURL('**/admin/users?q=kos');
  await chooseLanguage(page, 'English');
  await page.getByRole('heading', { name: 'People' }).waitFor();
}

interface World {
  readonly fixture: PagesFixture;
  /** Ids of the people added, by surname. */
  readonly ids: ReadonlyMap<string, number>;
}

async function openWorld(t: TestContext, size: Size): Promise<World> {
  const fixture = await openPagesFixture(t, size);
  const { body } = await fixture.service.signIn(ADMIN.email, ADMIN.password);
  const token = body.access_token;
  const ids = new Map<string, number>();
  const add = async (person: { prezime: string; ime?: string }, number: number) => {
    const answer = await fixture.service.call('POST /api/admin/users', {
      token,
      body: { ime: 'Ana', role: 'member', telefon: '+385 91 123 4567', email: `o${number}@example.hr`, ...person },
    });
    assert.equal(answer.status, 201, JSON.stringify(answer.body));
    ids.set(person.prezime, answer.body.id);
  };
  for (const [number, prezime] of SURNAMES.entries()) await add({ prezime }, number);
  await add(ODD, SURNAMES.length);
  await add(MANAGER, SURNAMES.length + 1);
  await fixture.service.call(`POST /api/admin/users/${ids.get('Horvat')}/suspend`, { token, body: {} });
  return { fixture, ids };
}

async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('E-adresa').fill(email);
  await page.getByLabel('Lozinka', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.pathname !== '/login');
  await page.goto(new URL('/erp/full', page.url()).href);
}

const address = (page: Page): string => new URL(page.url()).pathname + new URL(page.url()).search;

async function readOverview(t: TestContext, size: Size): Promise<void> {
  const { fixture } = await openWorld(t, size);
  await fixture.service.signIn(ADMIN.email, 'nije ta lozinka');
  const page = await fixture.visit('/login');
  await signIn(page, ADMIN.email, ADMIN.password);
  const figures = page.getByRole('region', { name: 'Glavne brojke' });
  await figures.getByRole('link', { name: /^Ljudi 12 / }).waitFor();
  await figures.getByRole('link', { name: /^Neuspjele prijave u 30 dana 1/ }).waitFor();
  await figures.getByRole('link', { name: /^Drugi korak prijave 0 ?% ?0 od 1 aktivnih/ }).waitFor();
  await figures.getByRole('link', { name: /^Zahtjevi za brisanje 0/ }).waitFor();
  await page.getByRole('img', { name: /^Graf prijava u 30 dana: uspjelih 2, neuspjelih 1\./ }).waitFor();
  await page.locator('.chart-bar:not([height="0"])').first().waitFor();
  await page.getByRole('listitem').filter({ hasText: 'Prihvatili poziv' }).getByText('1', { exact: true }).waitFor();
  await page.getByText('poslana pozivnica osobi Vesna Voditelj.').waitFor();
  await fixture.inspect(page, 'overview');
  await page.getByRole('button', { name: 'Prikaži tablicu' }).click();
  await page.waitForURL('**/erp/full?chart=table');
  assert.equal(await page.getByRole('region', { name: 'Prijave po danima' }).locator('tbody tr').count(), 30);
  await fixture.inspect(page, 'overview-table');
  await page.getByRole('link', { name: 'Član, Bez pristupa: 1' }).click();
  await page.waitForURL('**/admin/users?*');
  assert.equal(address(page), '/admin/users?role=member&status=suspended');
  await page.getByText('Ana Horvat').first().waitFor();
  assert.equal(await page.getByText('Ana Čavić').count(), 0, 'only the people counted in the figure');
  await page.goBack();
  await figures.getByRole('link', { name: /^Neuspjele prijave/ }).click();
  await page.waitForURL(/\/admin\/audit\?action=login\.fail&from=\d{4}-\d\d-\d\d$/);
  await page.locator('.data-table tbody tr[tabindex]').first().waitFor();
  await followOneTenant(fixture, page);
  await seeOnlyWhatManagersMay(fixture);
}

/** A tenant without people shows first steps, which lead to its own pages. */
async function followOneTenant(fixture: PagesFixture, page: Page): Promise<void> {
  const { body } = await fixture.service.signIn(ADMIN.email, ADMIN.password);
  const token = body.access_token;
  const club = await fixture.service.call('POST /api/admin/tenants', {
    token,
    body: { name: 'Veslački klub Žrnovnica' },
  });
  assert.equal(club.status, 201, JSON.stringify(club.body));
  await page.goto(`${fixture.origin}/erp/full?tenant_id=${club.body.id}`);
  await page.getByRole('heading', { name: 'Prvi koraci' }).waitFor();
  assert.equal(await page.getByRole('region', { name: 'Glavne brojke' }).count(), 0, 'no zeros');
  await fixture.inspect(page, 'overview-empty');
  await page.getByRole('link', { name: 'Uvezi ljude' }).click();
  await page.waitForURL(
    (url) => url.pathname === '/admin/imports' && url.searchParams.get('tenant_id') === String(club.body.id),
  );
}

/** The same figures, without the lists and actions a manager may not use. */
async function seeOnlyWhatManagersMay(fixture: PagesFixture): Promise<void> {
  const link = new URL(await fixture.mailedLink(MANAGER.email, '/setup-password'));
  const body = { token: link.searchParams.get('token'), new_password: PASSWORD };
  assert.equal((await fixture.service.call('POST /api/auth/setup-password', { body })).status, 200);
  const page = await fixture.visit('/login');
  await signIn(page, MANAGER.email, PASSWORD);
  const figures = page.getByRole('region', { name: 'Glavne brojke' });
  await figures.getByRole('link', { name: /^Novi ljudi u 30 dana 12/ }).waitFor();
  await figures.getByText('Neuspjele prijave u 30 dana').waitFor();
  const links = await page.locator('main').getByRole('link').all();
  const paths = new Set(await Promise.all(links.map(async (one) => (await one.getAttribute('href'))?.split('?')[0])));
  assert.deepEqual([...paths], ['/profil', '/admin/users'], 'no links to pages they may not open');
  assert.equal(await page.getByRole('heading', { name: 'Zadnje radnje' }).count(), 0);
  await fixture.inspect(page, 'overview-manager');
}

async function findSomebody(t: TestContext, size: Size): Promise<void> {
  const world = await openWorld(t, size);
  const page = await world.fixture.visit('/login');
  await signIn(page, ADMIN.email, ADMIN.password);
  await page.goto(`${world.fixture.origin}/crm/v2`);
  await page.getByRole('button', { name: 'Ana Čavić' }).waitFor();
  await world.fixture.inspect(page, 'directory');
  await jumpAndNarrow(world, page, size);
  await openPerson(world, page);
  await takeTheList(page);
  await searchEverything(world, page);
}

async function jumpAndNarrow({ fixture }: World, page: Page, size: Size): Promise<void> {
  const names = () => page.locator('.person-opens').allInnerTexts();
  await page.getByRole('button', { name: 'Od slova Ć', exact: true }).click();
  await page.getByRole('button', { name: 'Ana Čavić' }).waitFor({ state: 'detached' });
  assert.deepEqual((await names()).slice(0, 4), ['Ana Ćosić', 'Ana Džaja', 'Ana Đurić', 'Ana Horvat']);
  const headings = await page.locator('h2.letter').allInnerTexts();
  assert.deepEqual(headings.slice(0, 6), ['Ć', 'Dž', 'Đ', 'H', 'L', 'Lj']);
  await page.getByRole('searchbox', { name: 'Traži ljude' }).fill('lju');
  await page.getByRole('button', { name: 'Ana Ćosić' }).waitFor({ state: 'detached' });
  assert.deepEqual(await names(), ['Ana Ljubić']);
  assert.equal(address(page), '/crm/v2?q=lju', 'the state is in the URL');
  await page.getByRole('searchbox', { name: 'Traži ljude' }).fill('nitko takav');
  await page.getByText('Nitko ne odgovara onome što tražite.').waitFor();
  await page.getByRole('button', { name: 'Prikaži sve' }).click();
  if (size === 'phone') await page.getByRole('button', { name: 'Filtri', exact: true }).click();
  await page.getByLabel('Skupine').selectOption('role');
  await page.getByRole('heading', { name: 'Članovi' }).waitFor();
  await page.getByRole('heading', { name: 'Voditelji' }).waitFor();
  await fixture.inspect(page, 'directory-roles');
}

async function openPerson({ fixture, ids }: World, page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Ana Horvat' }).click();
  const panel = page.getByRole('dialog', { name: 'Ana Horvat' });
  await panel.getByText('Pristup obustavljen').first().waitFor();
  await panel.getByRole('tab', { name: 'Dnevnik' }).waitFor();
  assert.match(address(page), new RegExp(`[?&]person=${ids.get('Horvat')}\\b`));
  assert.equal(await panel.getByRole('link', { name: 'Nazovi: Ana Horvat' }).getAttribute('href'), 'tel:+385911234567');
  assert.equal(
    await panel.getByRole('link', { name: 'Piši: Ana Horvat' }).getAttribute('href'),
    'mailto:o0@example.hr',
  );
  await fixture.inspect(page, 'directory-person');
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: /^<img/ }).click();
  await page.getByRole('dialog').getByLabel('Prezime').waitFor();
  await fixture.inspect(page, 'directory-odd-person');
  assert.equal(await page.title(), 'Ljudi · Iskaznica');
  await page.keyboard.press('Escape');
  await page.goto(`${fixture.origin}/crm/v2?view=table&q=lju`); // as the page was once: its table is the list now
  await page.waitForURL('**/admin/users?q=lju');
  await page.getByText('Ana Ljubić').first().waitFor();
  await page.goto(`${fixture.origin}/crm/v2`);
}

async function takeTheList(page: Page): Promise<void> {
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Preuzmi popis' }).click();
  await page.getByRole('menuitem', { name: 'Tablica (CSV)' }).click();
  const download = await coming;
  assert.match(download.suggestedFilename(), /^ljudi-\d{4}-\d\d-\d\d\.csv$/);
  const text = await readFile(await download.path(), 'utf8');
  assert.match(text, /Ćosić;Ana;o2@example\.hr;/);
}

async function searchEverything({ fixture, ids }: World, page: Page): Promise<void> {
  await page.getByRole('searchbox', { name: 'Traži ljude' }).fill('a/b');
  assert.equal(await page.locator('dialog').count(), 0, 'a slash in a field is a slash');
  await page.getByRole('searchbox', { name: 'Traži ljude' }).fill('');
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('/');
  const field = page.getByRole('combobox', { name: 'Traži ljude, dokumente i stranice' });
  await field.fill('posta');
  await page.getByRole('option', { name: 'Pošta' }).waitFor();
  await page.keyboard.press('Escape');
  await page.locator('dialog').waitFor({ state: 'detached' }); // its field is hidden before the page knows that it closed
  await page.keyboard.press('Control+k');
  await field.fill('š');
  await page.getByRole('option', { name: /<img/ }).waitFor();
  await fixture.inspect(page, 'search-odd');
  await field.fill('a');
  await page.getByRole('option', { name: 'Svi koji odgovaraju upitu „a”' }).waitFor();
  await page.keyboard.press('ArrowDown');
  assert.equal(await page.locator('dialog').getByRole('option').nth(1).getAttribute('aria-selected'), 'true');
  await field.fill('durić');
  await page.getByRole('option', { name: /^Ana Đurić/ }).waitFor();
  await page.getByRole('option', { name: /^Ana Čavić/ }).waitFor({ state: 'detached' });
  await fixture.inspect(page, 'search');
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/admin/users?open=${ids.get('Đurić')}`);
  await page.getByRole('dialog', { name: 'Ana Đurić' }).waitFor();
}
