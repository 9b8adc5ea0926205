// engine: browser
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { startSmtpServer } from '../support/mail-smtp-server.ts';
import { chooseLanguage, openPagesFixture, type PagesFixture, signInAsAdmin, untilHolds } from './pages-fixture.ts';

async function enter(fixture: PagesFixture): Promise<Page> {
  const page = await fixture.visit('/login');
  await signInAsAdmin(page);
  await page.waitForURL((address) => address.pathname !== '/login');
  return page;
}

const choose = async (page: Page, entry: string) => {
  await page.getByRole('button', { name: 'Preuzmi popis' }).click();
  await page.getByRole('menuitem', { name: entry }).click();
};

test('invitations by name and by expiry, in the file and on paper as on the page', { timeout: 180_000 }, async (t) => {
  const fixture = await openPagesFixture(t, 'desktop');
  await fixture.invite({ email: 'bruno@example.hr', ime: 'Bruno', prezime: 'Đukić' });
  await fixture.invite({ email: 'ana@example.hr', ime: 'Ana', prezime: 'Čavić' });
  const page = await enter(fixture);
  await page.goto(`${fixture.origin}/admin/invitations`);
  await page.getByRole('button', { name: 'Osoba' }).click();
  await page.waitForURL(/sort=name/);
  await page.locator('tbody tr[data-index="0"]', { hasText: 'Ana Čavić' }).waitFor();
  await page.getByRole('button', { name: 'Istječe' }).click();
  await page.waitForURL(/sort=expires/);
  await page.locator('tbody tr[data-index="0"]', { hasText: 'Bruno Đukić' }).waitFor();
  assert.equal(await page.getByRole('columnheader', { name: 'Istječe' }).getAttribute('aria-sort'), 'ascending');
  const [file] = await Promise.all([page.waitForEvent('download'), choose(page, 'Tablica (CSV)')]);
  assert.match(file.suggestedFilename(), /^pozivnice-\d{4}-\d\d-\d\d\.csv$/);
  const lines = readFileSync(await file.path(), 'utf8')
    .trim()
    .split('\r\n');
  assert.deepEqual(
    lines.map((line) => line.replace('\uFEFF', '').split(';')[0]),
    ['Osoba', 'Bruno Đukić', 'Ana Čavić'],
  );
  await page.evaluate('window.print = () => { document.title = "ispisano"; }');
  await choose(page, 'Ispiši cijeli popis');
  await untilHolds(page, 'document.title === "ispisano"');
});

test('who has not answered is sent a new invitation, all at once', { timeout: 180_000 }, async (t) => {
  const fixture = await openPagesFixture(t, 'desktop');
  const invited = ['ana@example.hr', 'bruno@example.hr'];
  for (const email of invited) await fixture.invite({ email, ime: 'Ana', prezime: 'Čavić' });
  const before = await Promise.all(invited.map((email) => fixture.mailedLink(email, '/setup-password')));
  const page = await enter(fixture);
  await page.goto(`${fixture.origin}/admin/invitations?state=expired`);
  await page.getByText('Nijedna pozivnica nije istekla.').waitFor();
  assert.equal(await page.getByRole('button', { name: 'Pozovi sve ponovno' }).count(), 0);
  await page.goto(`${fixture.origin}/admin/invitations?q=ana`);
  await page.getByRole('row').filter({ hasText: 'ana@example.hr' }).waitFor();
  assert.equal(await page.getByRole('button', { name: 'Pošalji svima ponovno' }).count(), 0, 'not all are shown');
  await page.goto(`${fixture.origin}/admin/invitations`);
  await page.getByRole('button', { name: 'Pošalji svima ponovno' }).click();
  const dialog = page.getByRole('dialog', { name: 'Pozvati 2 osobe?' });
  await dialog.getByText('ona koju ima prestaje vrijediti').waitFor();
  await fixture.inspect(page, 'invitations-again', 'both');
  await dialog.getByRole('button', { name: /^Pošalji [\d.]+ pozivnic/ }).click();
  await page.getByText('Pozvane su 2 osobe.').waitFor();
  await fixture.inspect(page, 'invitations-sent-again');
  await page.goto(`${fixture.origin}/admin/invitations?state=replaced`);
  await page.getByRole('row').filter({ hasText: 'bruno@example.hr' }).waitFor();
  await until(async () => {
    const after = await Promise.all(invited.map((email) => fixture.mailedLink(email, '/setup-password')));
    return after.every((link, place) => link !== before[place]);
  });
});

test('an invitation that the mail server refused is not called sent', { timeout: 120_000 }, async (t) => {
  const smtp = await startSmtpServer(t, {
    disabledCommands: ['STARTTLS'],
    refuse: (address) => (address === 'krivo@example.hr' ? '550 5.1.1 user unknown' : undefined),
  });
  const server = { SVC_SMTP_HOST: '127.0.0.1', SVC_SMTP_PORT: String(smtp.port), SVC_SMTP_TLS: 'none' };
  const fixture = await openPagesFixture(t, 'desktop', server);
  await fixture.invite({ email: 'krivo@example.hr', ime: 'Ana', prezime: 'Čavić' });
  await fixture.invite({ email: 'bruno@example.hr', ime: 'Bruno', prezime: 'Đukić' });
  const page = await enter(fixture);
  for (const width of [1440, 320]) {
    await page.setViewportSize({ width, height: 800 });
    const row = page.getByRole('row').filter({ hasText: 'Ana Čavić' });
    await until(async () => {
      await page.goto(`${fixture.origin}/admin/invitations`);
      await row.waitFor();
      return row.getByText('Nije poslana').filter({ visible: true }).isVisible();
    });
    assert.equal(await page.getByText('Nije poslana').filter({ visible: true }).count(), 1);
    await fixture.inspect(page, `invitations-undelivered-${width}`);
  }
});

async function until(holds: () => Promise<boolean>): Promise<void> {
  for (let turn = 0; turn < 20; turn++) if (await holds()) return;
  assert.fail('It does not come to hold');
}

test('the narrowest phone shows the selected federation, and enough of a name', {
  timeout: 180_000,
}, async (t) => {
  const fixture = await openPagesFixture(t, 'phone');
  await fixture.invite({ email: 'aleksandra@example.hr', ime: 'Aleksandra', prezime: 'Đurđević' });
  const page = await enter(fixture);
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(`${fixture.origin}/admin/users`);
  const name = page.locator('tbody strong', { hasText: 'Aleksandra' });
  await name.waitFor();
  const { width } = (await name.boundingBox()) ?? { width: 0 };
  assert.ok(width >= 80, `the name has ${width} pixels`);
  await page.setViewportSize({ width: 1440, height: 900 });
  const row = page.locator('tbody tr[data-index="0"]');
  const [whole, first] = [await row.boundingBox(), await row.locator('td:not(.choice)').first().boundingBox()];
  const boxes = (first?.x ?? 0) - (whole?.x ?? 0);
  assert.ok(boxes > 0 && boxes <= 48, `the column of boxes has ${boxes} pixels`);
  await page.setViewportSize({ width: 320, height: 640 });
  const tenant = page.getByRole('combobox', { name: 'Savez ili klub koji gledate' });
  const short = page.locator('.frame-tenant-short');
  await tenant.selectOption({ label: 'Savez' });
  await page.waitForURL(/tenant_id=/);
  assert.equal((await short.innerText()).trim(), 'Savez');
  await tenant.selectOption({ label: 'Svi savezi i klubovi' });
  await page.waitForURL((url) => !url.searchParams.get('tenant_id'));
  assert.equal((await short.innerText()).trim(), 'Svi');
  const box = await short.boundingBox();
  assert.ok(box && box.width > 20 && box.x + box.width < 320, JSON.stringify(box));
  const isWhole = () =>
    short.evaluate(
      (words) =>
        words.scrollWidth <= words.clientWidth &&
        [...words.querySelectorAll('svg')].every((arrow) => arrow.getBoundingClientRect().width >= 14),
    );
  assert.ok(await isWhole(), 'with its arrow');
  await chooseLanguage(page, 'English');
  await page.locator('html[lang=en]').waitFor();
  assert.deepEqual([(await short.innerText()).trim(), await isWhole()], ['All', true]);
  await page.goto(`${fixture.origin}/admin/tenants`);
  await page.locator('h1').waitFor();
  assert.deepEqual([(await short.innerText()).trim(), await isWhole()], ['Savez', true], 'where nothing is chosen');
  const tooWide = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
  assert.equal(tooWide, 0);
});
