import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type TestContext, test } from 'node:test';
import { registerApp } from '../test/support/relying-party.ts';
import { openStreet } from '../test/support/sibling-street.ts';
import { surroundings } from '../test/support/surroundings.ts';
import { Walker } from '../test/support/walking-browser.ts';

const PYTHON = '/usr/bin/python3'; // Debian's, which has Debian's libraries
const PACKAGES = 'python3-authlib python3-requests-oauthlib python3-jose';
const SCOPE = 'openid profile email offline_access';

/** Whether the three libraries are there, or a skip that says that they are not: a failure in CI. */
function hasLibraries(t: TestContext): boolean {
  const isThere = spawnSync(PYTHON, ['-c', 'import authlib, requests_oauthlib, jose']).status === 0;
  if (!isThere) t.skip(`NOT CHECKED: a library of Python is missing (apt-get install ${PACKAGES})`);
  return isThere;
}

/** Where an application takes people back. */
async function openApplication(t: TestContext): Promise<string> {
  const application = createServer((_request, response) => response.end('Natrag'));
  t.after(() => application.close());
  application.listen(0, '127.0.0.1');
  await once(application, 'listening');
  return `http://127.0.0.1:${(application.address() as AddressInfo).port}/povratak`; // a server on a port has such an address
}

/** A line of the script. */
interface Told {
  readonly open?: string;
}

test('Authlib, requests-oauthlib and python-jose sign somebody in, verify, read and refresh', async (t) => {
  if (!hasLibraries(t)) return;
  const { service, origin, boss, member } = await openStreet(t);
  const callback = await openApplication(t);
  const members = { redirect_uris: [callback], scopes: ['profile', 'email', 'offline_access'] };
  const { id, secret } = await registerApp({ service, boss }, members);
  const child = spawn(PYTHON, [join(import.meta.dirname, 'sign-in.py')], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: {
      ...surroundings(),
      ISSUER: `${origin}/oidc`,
      CLIENT_ID: id,
      CLIENT_SECRET: secret,
      REDIRECT_URI: callback,
      OAUTHLIB_INSECURE_TRANSPORT: '1', // on a trial the service answers without https
    },
  });
  t.after(() => child.kill());
  const ana = new Walker();
  const comeBack = async (address: string): Promise<string> => {
    const { url } = await ana.go(address);
    return (url.pathname === '/prijava-u-aplikaciju' ? await ana.enter(url, member) : { url }).url.href;
  };
  const learned: Told[] = [];
  for await (const line of createInterface(child.stdout)) {
    const told = JSON.parse(line) as Told; // as the script prints it
    if (told.open === undefined) learned.push(told);
    else child.stdin.write(`${await comeBack(told.open)}\n`);
  }
  const { id: memberId } = (await service.call('GET /api/auth/me', { token: member })).body;
  const common = { sub: String(memberId), email: 'ana@example.hr', scope: SCOPE, renewed: SCOPE };
  assert.deepEqual(learned, [
    { library: 'Authlib', ...common },
    { library: 'requests-oauthlib', ...common },
  ]);
});
