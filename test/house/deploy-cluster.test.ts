// engine: none
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { copyFileSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { DEPLOY, findTool, runTool } from '../support/deploy-tool.ts';
import { scratchFolder } from '../support/scratch-folder.ts';
import { freePort } from '../support/service-process.ts';

const CHART = join(DEPLOY, 'helm/iskaznica');

test('Compose accepts its files, and requires the name', (t) => {
  const compose = findTool(t, 'docker-compose', 'docker-compose');
  if (compose === undefined) return;
  const files = globSync('compose/*.yml', { cwd: DEPLOY });
  assert.equal(files.length, 2);
  for (const file of files) {
    const words = ['-f', file, 'config'];
    const told = runTool(compose, words, {
      env: { ISKAZNICA_NAME: 'racun.example.hr', ADMIN_EMAIL: 'iva@example.hr', SMTP_HOST: 'smtp.example.hr' },
    });
    assert.match(told, /SVC_PUBLIC_URL: https:\/\/racun\.example\.hr/);
    const { status, stderr } = spawnSync(compose, words, { cwd: DEPLOY, encoding: 'utf8' });
    assert.notEqual(status, 0);
    assert.match(stderr, /say the name under which people reach it/);
  }
});

test('Helm accepts the chart, and the rendered pods are confined and drain', (t) => {
  const helm = findTool(t, 'helm', 'helm, which lies in an npm package: see .ci/run');
  if (helm === undefined) return;
  runTool(helm, ['lint', '--strict', CHART]);
  const least = runTool(helm, ['template', 'racuni', CHART]);
  const kinds = (text: string) => [...text.matchAll(/^kind: (\w+)$/gm)].map(([, kind]) => kind).sort();
  const always = ['PersistentVolumeClaim', 'PodDisruptionBudget', 'Service', 'Service', 'StatefulSet'];
  assert.deepEqual(kinds(least), always);
  const all = ['ingress.enabled=true', 'ingress.tlsSecret=tls', 'backup.enabled=true', 'backup.claim=backups'];
  const more = [...all, 'metrics.serviceMonitor=true', 'settings.SVC_SMTP_USER=racuni'].join();
  const most = runTool(helm, ['template', 'racuni', CHART, '--set', more]);
  assert.deepEqual(kinds(most), [...always, 'CronJob', 'CronJob', 'Ingress', 'ServiceMonitor'].sort());
  for (const [text, containers] of [
    [least, 1],
    [most, 3],
  ] as const) {
    const count = (pattern: RegExp) => [...text.matchAll(pattern)].length;
    assert.equal(count(/^ +image: /gm), containers);
    assert.equal(count(/readOnlyRootFilesystem: true/g), containers);
    assert.equal(count(/allowPrivilegeEscalation: false/g), containers);
    assert.equal(count(/runAsNonRoot: true/g), containers);
    assert.equal(count(/- \{ name: SVC_DRAIN_SEC, value: "8" \}/g), containers);
  }
  assert.match(most, /host: racun\.example\.hr/);
  assert.match(most, /SVC_SMTP_PASSWORD_FILE/);
  const buckets = ['files.url=s3://savez/files', 'backup.enabled=true', 'backup.url=s3://kopije/savez'].join();
  const inBuckets = runTool(helm, ['template', 'racuni', CHART, '--set', buckets]);
  assert.deepEqual(kinds(inBuckets), ['CronJob', 'CronJob', ...always.slice(1)], 'no volume for files');
  assert.doesNotMatch(inBuckets, /\/mnt\/backup|\/srv\/iskaznica|SVC_(?:FILES|BACKUP)_DIR|-files/);
  for (const secret of ['FILES_S3_SECRET_KEY_FILE', 'BACKUP_S3_SECRET_KEY_FILE', 'BACKUP_PASSPHRASE_FILE'])
    assert.equal(inBuckets.split(`SVC_${secret}`).length - 1, 3, `${secret} for nodes and both jobs`);
  const wrong = spawnSync(helm, ['template', 'racuni', CHART, '--set', 'publicUrl=racun.example.hr']);
  assert.notEqual(wrong.status, 0, 'an address without its scheme is refused before anything is rendered');
  const { version } = JSON.parse(readFileSync(join(DEPLOY, '../package.json'), 'utf8')) as { version: string };
  const chart = readFileSync(join(CHART, 'Chart.yaml'), 'utf8');
  assert.ok(chart.includes(`\nappVersion: ${version}\n`) && chart.includes(`\nversion: ${version}\n`));
});

test('Patroni accepts its configuration, which uses synchronous replication', async (t) => {
  const patroni = findTool(t, 'patroni', 'patroni');
  if (patroni === undefined) return;
  const written = readFileSync(join(DEPLOY, 'patroni/patroni.yml'), 'utf8');
  for (const safe of ['synchronous_mode: true', 'synchronous_mode_strict: true', 'failsafe_mode: true', '\netcd:\n'])
    assert.ok(written.includes(safe), safe);
  const file = join(scratchFolder(t), 'patroni.yml');
  // It checks that the ports are free and the binaries exist.
  const [postgres, check] = [await freePort(), await freePort()];
  const [binaries = ''] = globSync('/usr/lib/postgresql/*/bin');
  const here = written.replaceAll(':5432', `:${postgres}`).replaceAll(':8008', `:${check}`);
  writeFileSync(file, here.replace(/bin_dir: .*/, `bin_dir: ${binaries}`));
  const roles = ['SUPERUSER', 'REPLICATION', 'REWIND'];
  const users = roles.flatMap((role) => ['USERNAME', 'PASSWORD'].map((what) => [`PATRONI_${role}_${what}`, 'x']));
  const env = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', ...Object.fromEntries(users) };
  const { stdout, stderr } = spawnSync(patroni, ['--validate-config', file], { encoding: 'utf8', env });
  // The list below `postgresql` does as well, and changes with the file.
  const complaints = `${stdout}${stderr}`
    .split('\n')
    .filter((line) => !/^(bootstrap\.pg_hba .*is not defined\.)?$/.test(line));
  assert.deepEqual(complaints, []);
});

test('HAProxy accepts the configuration for PostgreSQL and Redis', (t) => {
  const haproxy = findTool(t, 'haproxy', 'haproxy');
  if (haproxy) runTool(haproxy, ['-c', '-f', 'haproxy/data.cfg']);
});

test('Redis and Sentinel accept their configurations, and Sentinel finds its primary', async (t) => {
  const sentinel = findTool(t, 'redis-sentinel', 'redis-sentinel');
  const client = findTool(t, 'redis-cli', 'redis-tools');
  const server = findTool(t, 'redis-server', 'redis-server');
  if (sentinel === undefined || client === undefined || server === undefined) return;
  const folder = scratchFolder(t);
  const ask = (port: number, ...words: string[]) =>
    spawnSync(client, ['-p', String(port), ...words], { encoding: 'utf8', timeout: 5000 }).stdout;
  const [redisPort, sentinelPort] = [await freePort(), await freePort()];
  const start = (name: string, port: number, ...words: string[]) => {
    const file = join(folder, name);
    copyFileSync(join(DEPLOY, 'redis', name), file);
    const written = readFileSync(file, 'utf8')
      .replaceAll('0.0.0.0', '127.0.0.1')
      .replace(/^port \d+$/m, `port ${port}`);
    writeFileSync(file, `${written.replace('10.0.0.21 6379', `127.0.0.1 ${redisPort}`)}dir ${folder}\n`);
    const child = spawn(server, [file, ...words], { stdio: 'ignore' });
    t.after(() => child.kill('SIGKILL'));
  };
  start('redis.conf', redisPort);
  start('sentinel.conf', sentinelPort, '--sentinel');
  let told = '';
  for (let tries = 0; tries < 200 && !told.includes('flags\nmaster\n'); tries++) {
    told = ask(sentinelPort, 'sentinel', 'master', 'iskaznica');
    await pause(50);
  }
  assert.match(told, /^name\niskaznica\nip\n127\.0\.0\.1\n/);
  assert.match(told, /quorum\n2\n/);
  assert.equal(ask(redisPort, 'config', 'get', 'maxmemory-policy').trim(), 'maxmemory-policy\nnoeviction');
  assert.match(ask(redisPort, 'set', 'count', '1'), /^NOREPLICAS/, 'alone it counts nothing');
});

test('Prometheus accepts every expression of the dashboard', (t) => {
  const promtool = findTool(t, 'promtool', 'prometheus');
  if (promtool === undefined) return;
  const dashboard = readFileSync(join(DEPLOY, 'grafana/iskaznica.json'), 'utf8');
  const expressions: string[] = [];
  JSON.parse(dashboard, (key, value) => {
    if (key === 'expr') expressions.push(value);
    return value;
  });
  assert.ok(expressions.length > 30);
  const rules = expressions.map((expression, index) => {
    const plain = expression.replaceAll('$__rate_interval', '5m').replaceAll('$__interval', '5m');
    return `      - { record: panel:${index}, expr: ${JSON.stringify(plain)} }`;
  });
  const file = join(scratchFolder(t), 'dashboard.yml');
  writeFileSync(file, `groups:\n  - name: dashboard\n    rules:\n${rules.join('\n')}\n`);
  runTool(promtool, ['check', 'rules', file]);
});
