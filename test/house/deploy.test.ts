// engine: none
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { DEPLOY, findTool, runTool } from '../support/deploy-tool.ts';
import { scratchFolder } from '../support/scratch-folder.ts';
import { freePort } from '../support/service-process.ts';

test('Prometheus loads the alerts, and they fire when they should', (t) => {
  const promtool = findTool(t, 'promtool', 'prometheus');
  if (promtool === undefined) return;
  runTool(promtool, ['check', 'rules', 'alerts.yml'], { cwd: join(DEPLOY, 'prometheus') });
  runTool(promtool, ['test', 'rules', 'alerts.test.yml'], { cwd: join(DEPLOY, 'prometheus') });
});

test('nginx accepts its configuration, and bodies as large as a document', (t) => {
  const nginx = findTool(t, 'nginx', 'nginx');
  const openssl = findTool(t, 'openssl', 'openssl');
  if (nginx === undefined || openssl === undefined) return;
  const folder = scratchFolder(t);
  const site = readFileSync(join(DEPLOY, 'nginx/iskaznica.conf'), 'utf8');
  assert.match(site, /client_max_body_size 60m;/);
  mkdirSync(join(folder, 'tls'));
  const [key, certificate] = ['key', 'pem'].map((end) => join(folder, `tls/racun.example.hr.${end}`));
  const made = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=racun.example.hr', '-days', '1'];
  runTool(openssl, [...made, '-keyout', String(key), '-out', String(certificate)]);
  const here = site.replaceAll('/etc/nginx/tls', `${folder}/tls`).replaceAll('/var/log/nginx', folder);
  writeFileSync(join(folder, 'site.conf'), here);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${folder}/${kind};`,
  );
  const whole = `pid ${folder}/pid; error_log ${folder}/errors; events {} http { access_log off; ${temporary.join(' ')} include ${folder}/site.conf; }`;
  writeFileSync(join(folder, 'nginx.conf'), whole);
  runTool(nginx, ['-t', '-p', folder, '-c', join(folder, 'nginx.conf')]);
});

test('Caddy accepts its configuration', (t) => {
  const caddy = findTool(t, 'caddy', 'caddy');
  if (caddy) runTool(caddy, ['validate', '--adapter', 'caddyfile', '--config', 'caddy/Caddyfile']);
});

test('HAProxy accepts its configuration, and answers in our format when no node is available', async (t) => {
  const haproxy = findTool(t, 'haproxy', 'haproxy');
  if (haproxy === undefined) return;
  runTool(haproxy, ['-c', '-f', 'haproxy/haproxy.cfg']);
  const port = await freePort();
  const written = readFileSync(join(DEPLOY, 'haproxy/haproxy.cfg'), 'utf8');
  const dead = String(await freePort());
  const file = join(scratchFolder(t), 'haproxy.cfg');
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

test('systemd accepts the units, and rates the service as well confined', (t) => {
  const analyze = findTool(t, 'systemd-analyze', 'systemd');
  if (analyze === undefined) return;
  const folder = scratchFolder(t);
  // It checks that the program of a unit exists.
  const root = join(DEPLOY, '..');
  for (const path of globSync('systemd/*', { cwd: DEPLOY })) {
    const unit = readFileSync(join(DEPLOY, path), 'utf8').replaceAll('/opt/iskaznica', root);
    writeFileSync(join(folder, path.replace('systemd/', '')), unit);
  }
  const units = globSync('*', { cwd: folder }).map((name) => join(folder, name));
  assert.equal(units.length, 5);
  assert.equal(runTool(analyze, ['verify', '--man=no', ...units]).trim(), '');
  runTool(analyze, ['security', '--offline=true', '--threshold=20', join(folder, 'iskaznica.service')]);
});
