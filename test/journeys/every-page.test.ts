// engine: browser
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Page } from 'playwright-core';
import { PAGE_PATHS } from '../../web/routing/pages.ts';
import { ADMIN, addPeople, openPagesFixture, type PagesFixture } from './pages-fixture.ts';

const WIDTHS = [1440, 1024, 768, 390, 360, 320];
const HEIGHT = 800;
/** Where the rail, the menus of rows and the bottom bar come and go. */
const INSPECTED = [1440, 320];
const LONG = 'Športsko-rekreacijsko jedriličarsko i veslačko društvo Žrnovnica-Uskok';

async function fill(fixture: PagesFixture): Promise<void> {
  const call = await addPeople(fixture, [
    {
      email: 'ana.maria.kovacevic-strossmayer@veslacki-klub-primjer.example',
      ime: 'Ana Maria',
      prezime: 'Šarić-Đukić',
    },
  ]);
  assert.equal((await call('POST /api/admin/tenants', { name: LONG })).status, 201);
  await fixture.invite({ email: 'bruno@example.hr', ime: 'Bruno', prezime: 'Đukić' });
}

async function signIn(page: Page): Promise<void> {
  await page.getByLabel('E-adresa').fill(ADMIN.email);
  await page.getByLabel('Lozinka', { exact: true }).fill(ADMIN.password);
  await page.keyboard.press('Enter');
  await page.waitForURL((address) => address.pathname !== '/login');
}

for (const who of ['a visitor', 'a superadmin'] as const)
  test(`no page is wider than any window, and axe finds nothing on it: ${who}`, { timeout: 600_000 }, (t) =>
    lookAtAll(t, who === 'a superadmin'),
  );

async function lookAtAll(t: TestContext, signedIn: boolean): Promise<void> {
  const fixture = await openPagesFixture(t, 'desktop');
  await fill(fixture);
  const page = await fixture.visit('/login');
  if (signedIn) await signIn(page);
  const tooWide: string[] = [];
  const seen = new Set<string>();
  for (const path of Object.values(PAGE_PATHS)) {
    await page.goto(fixture.origin + path);
    await page.locator('h1').waitFor();
    await page.waitForLoadState('networkidle');
    const shown = new URL(page.url()).pathname;
    if (seen.has(shown)) continue; // most paths lead a visitor to the sign-in
    seen.add(shown);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: HEIGHT });
      const wide = await widthOf(page, width);
      if (wide > width) tooWide.push(`${path} is ${wide} px in a window of ${width}`);
      if (INSPECTED.includes(width))
        await fixture.inspect(page, `every-${path.slice(1).replaceAll('/', '-')}-${width}`, 'both');
    }
  }
  assert.deepEqual(tooWide, []);
}

const SETTLES_WITHIN_FRAMES = 60;

/** A chart redraws some frames after the window was resized. */
async function widthOf(page: Page, width: number): Promise<number> {
  let wide = Number.POSITIVE_INFINITY;
  for (let frame = 0; wide > width && frame < SETTLES_WITHIN_FRAMES; frame++) {
    await page.evaluate('new Promise(requestAnimationFrame)');
    wide = Number(await page.evaluate('document.documentElement.scrollWidth'));
  }
  return wide;
}
