// engine: browser
import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { picture } from '../support/avatar-desk.ts';
import { openPagesDesk, type PagesDesk, signInAsAdmin } from './pages-desk.ts';

const VERIFIER = 'v'.repeat(43);

/** A shop that responds with its name. Returns the redirect address. */
async function openShop(t: TestContext): Promise<string> {
  const shop = createServer((_request, response) =>
    response.setHeader('content-type', 'text/html').end('<link rel="icon" href="data:,">Trgovina'),
  );
  t.after(() => shop.close());
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(shop.address() as AddressInfo).port}/povratak`;
}

function entrance({ origin }: PagesDesk, id: string, shop: string): string {
  const params = {
    client_id: id,
    redirect_uri: shop,
    response_type: 'code',
    scope: 'openid profile email',
    state: 'stanje',
    code_challenge: hash('sha256', VERIFIER, 'base64url'),
    code_challenge_method: 'S256',
  };
  return `${origin}/oidc/auth?${new URLSearchParams(params)}`;
}

for (const size of ['desk', 'phone'] as const) {
  test(`pages on a ${size}: an application is registered, entered with consent, and the consent withdrawn`, {
    timeout: 300_000,
  }, async (t) => {
    const desk = await openPagesDesk(t, size);
    const shop = await openShop(t);
    const page = await desk.visit('/login');
    await signInAsAdmin(page);
    await page.waitForURL((address) => address.pathname !== '/login');
    await page.goto(`${desk.origin}/admin/applications`);
    await page.getByText('Ovdje će biti aplikacije').waitFor();
    await desk.inspect(page, 'aplikacije-empty');
    await page.getByRole('button', { name: 'Dodaj aplikaciju' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Naziv').fill('Trgovina saveza');
    await dialog.getByLabel('Adrese za povratak').fill('http://trgovina.example.hr/povratak');
    await dialog.getByRole('button', { name: 'Dodaj aplikaciju' }).click();
    await dialog.getByText('Adresa mora početi s https://').waitFor();
    await desk.inspect(page, 'aplikacije-dialog');
    await dialog.getByLabel('Adrese za povratak').fill(shop);
    await dialog.getByRole('button', { name: 'Dodaj aplikaciju' }).click();
    await page.getByRole('button', { name: 'Izdaj tajnu' }).click();
    const secret = await page.locator('code', { hasText: 'isk_' }).innerText();
    assert.match(secret, /^isk_[\w-]{49}$/);
    await desk.inspect(page, 'aplikacije-secret');
    await page.getByRole('button', { name: 'Tajna je upisana u aplikaciju' }).click();
    assert.equal(await page.locator('code', { hasText: 'isk_' }).count(), 0);
    const id = new URL(page.url()).searchParams.get('application') ?? '';
    const logo = { name: 'znak.png', mimeType: 'image/png', buffer: await picture('png', { width: 300, height: 100 }) };
    await page.locator('input[type=file]').setInputFiles(logo);
    await page.getByAltText('Znak: Trgovina saveza').waitFor();
    await desk.inspect(page, 'aplikacije-logo');

    const visitor = await desk.visit('/login');
    await visitor.goto(entrance(desk, id, shop));
    await visitor.getByRole('heading', { name: 'Prijava u aplikaciju Trgovina saveza' }).waitFor();
    await desk.inspect(visitor, 'ulazak-visitor');
    await visitor.getByRole('link', { name: 'Prijavi se' }).click();
    await signInAsAdmin(visitor);
    await visitor.getByText('Aplikacija Trgovina saveza želi čitati:').waitFor();
    await visitor.locator('.entry-form .app-logo').waitFor();
    await desk.inspect(visitor, 'ulazak-consent');
    await visitor.getByRole('button', { name: 'Dopusti i uđi' }).click();
    await visitor.waitForURL((address) => address.href.startsWith(`${shop}?code=`));
    await visitor.goto(entrance(desk, id, shop));
    await visitor.waitForURL((address) => address.href.startsWith(`${shop}?code=`));

    await visitor.goto(`${desk.origin}/oidc/logout?client_id=${id}`);
    await visitor.getByRole('heading', { name: 'Odjaviti se sasvim?' }).waitFor();

    await visitor.goto(`${desk.origin}/profil?tab=privatnost`);
    await visitor.getByRole('button', { name: 'Povuci pristanak aplikaciji Trgovina saveza' }).waitFor();
    await visitor.locator('.row .app-logo').waitFor();
    await desk.inspect(visitor, 'aplikacije-own');
    await visitor.getByRole('button', { name: 'Povuci pristanak aplikaciji Trgovina saveza' }).click();
    await visitor.getByText('Pristanak je povučen.').waitFor();
    await visitor.goto(entrance(desk, id, shop));
    await visitor.getByRole('button', { name: 'Ne želim' }).click();
    await visitor.waitForURL((address) => address.href.includes('error=access_denied'));
  });
}
