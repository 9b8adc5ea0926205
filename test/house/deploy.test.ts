// engine: none
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../support/service-process.ts';
import { surroundings } from '../support/surroundings.ts';

const DEPLOY = join(import.meta.dirname, '../../deploy');
/** Debian keeps servers where users do not look. */
const FOLDERS = [...(surroundings().PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'];

/** The tool that a part of `deploy` is checked with, or a skip that says what is missing: a failure in CI. */
function tool(t: TestContext, name: string, debianPackage: string): string | undefined {
  const path = FOLDERS.map((folder) => join(folder, name)).find(existsSync);
  if (path === undefined) t.skip(`NOT CHECKED: ${name} is missing (apt-get install ${debianPackage})`);
  return path;
}

function run(program: string, words: readonly string[], cwd = DEPLOY): string {
  const { status, stdout, stderr, error } = spawnSync(program, words, { cwd, encoding: 'utf8', timeout: 60_000 });
  assert.equal(status, 0, `${program} ${words.join(' ')}: ${error?.message ?? ''}${stdout}${stderr}`);
  return stdout + stderr;
}

function scratch(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'iskaznica-deploy-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

test('Prometheus loads the alerts, and they fire when they should', (t) => {
  const promtool = tool(t, 'promtool', 'prometheus');
  if (promtool === undefined) return;
  run(promtool, ['check', 'rules', 'alerts.yml'], join(DEPLOY, 'prometheus'));
  run(promtool, ['test', 'rules', 'alerts.test.yml'], join(DEPLOY, 'prometheus'));
});

test('nginx takes its configuration, and bodies as large as a document', (t) => {
  const nginx = tool(t, 'nginx', 'nginx');
  const openssl = tool(t, 'openssl', 'openssl');
  if (nginx === undefined || openssl === undefined) return;
  const folder = scratch(t);
  const site = readFileSync(join(DEPLOY, 'nginx/iskaznica.conf'), 'utf8');
  assert.match(site, /client_max_body_size 60m;/);
  mkdirSync(join(folder, 'tls'));
  const [key, certificate] = ['key', 'pem'].map((end) => join(folder, `tls/racun.example.hr.${end}`));
  const made = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=racun.example.hr', '-days', '1'];
  run(openssl, [...made, '-keyout', String(key), '-out', String(certificate)]);
  const here = site.replaceAll('/etc/nginx/tls', `${folder}/tls`).replaceAll('/var/log/nginx', folder);
  writeFileSync(join(folder, 'site.conf'), here);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${folder}/${kind};`,
  );
  const whole = `pid ${folder}/pid; error_log ${folder}/errors; events {} http { access_log off; ${temporary.join(' ')} include ${folder}/site.conf; }`;
  writeFileSync(join(folder, 'nginx.conf'), whole);
  run(nginx, ['-t', '-p', folder, '-c', join(folder, 'nginx.conf')]);
});

test('Caddy takes its configuration', (t) => {
  const caddy = tool(t, 'caddy', 'caddy');
  if (caddy) run(caddy, ['validate', '--adapter', 'caddyfile', '--config', 'caddy/Caddyfile']);
});

test('HAProxy takes its configuration, and answers in our words when no node is there', async (t) => {
  const haproxy = tool(t, 'haproxy', 'haproxy');
  if (haproxy === undefined) return;
  run(haproxy, ['-c', '-f', 'haproxy/haproxy.cfg']);
  const port = await freePort();
  const written = readFileSync(join(DEPLOY, 'haproxy/haproxy.cfg'), 'utf8');
  const dead = String(await freePort());
  const file = join(scratch(t), 'haproxy.cfg');
  writeFileSync(file, written.replace('bind :8443', `bind 127.0.0.1:${port}`).replaceAll(/:808[123]/g, `:${dead}`));
  const running = spawn(haproxy, ['-f', file, '-db'], { stdio: 'ignore' });
  t.after(() => running.kill('SIGKILL'));
  let answer: Response | undefined;
  for (let tries = 0; tries < 100 && answer === undefined; tries++) {
    answer = await fetch(`http://127.0.0.1:${port}/api/auth/me`).catch(() => undefined);
    if (answer === undefined) await pause(50);
  }
  assert.equal(answer?.status, 503);
  assert.equal(answer?.headers.get('content-type'), 'application/json; charset=utf-8');
  assert.equal(answer?.headers.get('retry-after'), '2');
  const { code, detail } = JSON.parse((await answer?.text()) ?? '') as { code: string; detail: string };
  assert.equal(code, 'server.unreachable');
  assert.match(detail, /^Usluga trenutačno nije dostupna/);
});

test('systemd takes the units, and finds the service well locked away', (t) => {
  const analyze = tool(t, 'systemd-analyze', 'systemd');
  if (analyze === undefined) return;
  const folder = scratch(t);
  // It looks whether what a unit starts is there.
  const root = join(DEPLOY, '..');
  for (const path of globSync('systemd/*', { cwd: DEPLOY })) {
    const unit = readFileSync(join(DEPLOY, path), 'utf8').replaceAll('/opt/iskaznica', root);
    writeFileSync(join(folder, path.replace('systemd/', '')), unit);
  }
  const units = globSync('*', { cwd: folder }).map((name) => join(folder, name));
  assert.equal(units.length, 5);
  assert.equal(run(analyze, ['verify', '--man=no', ...units]).trim(), '');
  run(analyze, ['security', '--offline=true', '--threshold=20', join(folder, 'iskaznica.service')]);
});
