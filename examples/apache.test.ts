import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { findTool } from '../test/support/deploy-tool.ts';
import { registerApp } from '../test/support/relying-party.ts';
import { scratchFolder } from '../test/support/scratch-folder.ts';
import { freePort } from '../test/support/service-process.ts';
import { openStreet, type Street } from '../test/support/sibling-street.ts';
import { Walker } from '../test/support/walking-browser.ts';

const MODULES = '/usr/lib/apache2/modules';
const LOADED = 'mpm_event authn_core authz_core authz_user dir mime auth_openidc'.split(' ');

/** A site behind Apache, with the example as its configuration. Returns its address, or nothing where Apache is missing. */
async function openSite(t: TestContext, { service, origin, boss }: Street): Promise<string | undefined> {
  const apache = findTool(t, 'apache2', 'apache2-bin libapache2-mod-auth-openidc');
  if (apache === undefined) return undefined;
  const port = await freePort();
  const at = `http://127.0.0.1:${port}`;
  const { id, secret = '' } = await registerApp(
    { service, boss },
    {
      redirect_uris: [`${at}/prijava`],
      post_logout_redirect_uris: [`${at}/odjavljeni/`],
      backchannel_logout_uri: `${at}/prijava?logout=backchannel`,
      scopes: ['profile', 'email', 'membership'],
    },
  );
  const folder = scratchFolder(t);
  chmodSync(folder, 0o755);
  for (const [page, text] of [
    ['', 'Članovi'],
    ['uprava', 'Uprava'],
    ['odjavljeni', 'Doviđenja'],
  ] as const) {
    mkdirSync(join(folder, 'site', page), { recursive: true });
    writeFileSync(join(folder, 'site', page, 'index.html'), text);
  }
  const configuration = join(folder, 'apache.conf');
  writeFileSync(
    configuration,
    [
      ...LOADED.map((name) => `LoadModule ${name}_module ${MODULES}/mod_${name}.so`),
      `ServerName 127.0.0.1`,
      `Listen 127.0.0.1:${port}`,
      `ServerRoot ${folder}`,
      `DocumentRoot ${folder}/site`,
      `PidFile ${folder}/pid`,
      `ErrorLog ${folder}/errors`,
      `TypesConfig /dev/null`,
      'User www-data', // where root starts it
      'Group www-data',
      `Include ${join(import.meta.dirname, 'apache.conf')}`,
    ].join('\n'),
  );
  const env = {
    ISSUER: `${origin}/oidc`,
    CLIENT_ID: id,
    CLIENT_SECRET: secret,
    ORIGIN: at,
    COOKIE_SECRET: 'x'.repeat(32),
  };
  const child = spawn(apache, ['-D', 'FOREGROUND', '-f', configuration], { stdio: 'inherit', env });
  t.after(async () => {
    if (child.exitCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGTERM');
    await gone;
  });
  await answering(`${at}/odjavljeni/`);
  return at;
}

async function answering(url: string): Promise<void> {
  for (let tries = 0; ; tries++) {
    const answer = await fetch(url).catch(() => undefined);
    if (answer?.ok) return;
    if (tries === 100) throw new Error(`${url} does not answer: ${answer?.status}`);
    await pause(100);
  }
}

test('a site behind Apache lets people in by their account, and to some pages only managers', async (t) => {
  const street = await openStreet(t);
  const at = await openSite(t, street);
  if (at === undefined) return;
  const { service, member } = street;
  const ana = new Walker();
  const inside = await ana.enter((await ana.go(`${at}/`)).url, member);
  assert.deepEqual([inside.url.href, await inside.answer.text()], [`${at}/`, 'Članovi']);
  assert.equal((await ana.go(`${at}/uprava/`)).answer.status, 401);
  await service.addPerson({ email: 'voditelj@example.hr', role: 'manager' });
  const manager = new Walker();
  const page = await manager.go(`${at}/uprava/`);
  const managed = await manager.enter(page.url, await service.tokenOf('voditelj@example.hr'));
  assert.deepEqual([managed.url.href, await managed.answer.text()], [`${at}/uprava/`, 'Uprava']);
});

test('signing out of a site behind Apache can sign out of everything', async (t) => {
  const street = await openStreet(t);
  const at = await openSite(t, street);
  if (at === undefined) return;
  const { service, member } = street;
  const ana = new Walker();
  await ana.enter((await ana.go(`${at}/`)).url, member);
  const asked = await ana.go(`${at}/prijava?logout=${encodeURIComponent(`${at}/odjavljeni/`)}`);
  const out = await ana.confirmSignOut(asked);
  assert.deepEqual([out.url.href, await out.answer.text()], [`${at}/odjavljeni/`, 'Doviđenja']);
  assert.equal((await ana.go(`${at}/`)).url.pathname, '/prijava-u-aplikaciju');
  assert.equal((await service.call('GET /api/auth/me', { token: member })).status, 401);
});

test('a site behind Apache is told when somebody signs out of their account', async (t) => {
  const street = await openStreet(t);
  const at = await openSite(t, street);
  if (at === undefined) return;
  const { service, member, boss } = street;
  const [ana, gazda] = [new Walker(), new Walker()];
  await ana.enter((await ana.go(`${at}/`)).url, member);
  await gazda.enter((await gazda.go(`${at}/`)).url, boss);
  await service.call('POST /api/auth/logout', { token: member });
  await service.logouts.deliverDue();
  const [{ id }] = (await service.call('GET /api/admin/applications', { token: boss })).body.items;
  const { items } = (await service.call(`GET /api/admin/applications/${id}/logouts`, { token: boss })).body;
  assert.deepEqual(
    items.map(({ state, attempts }: { state: string; attempts: number }) => [state, attempts]),
    [['delivered', 1]],
  );
  assert.equal((await ana.go(`${at}/`)).url.pathname, '/prijava-u-aplikaciju');
  assert.equal((await gazda.go(`${at}/`)).answer.status, 200);
});
