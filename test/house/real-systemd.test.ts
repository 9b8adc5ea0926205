// engine: none
import assert from 'node:assert/strict';
import { chmodSync, chownSync, copyFileSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { DEPLOY, findTool, PODMAN_OPTIONS, runTool } from '../support/deploy-tool.ts';
import { scratchFolder } from '../support/scratch-folder.ts';
import { callProcess, freePort } from '../support/service-process.ts';

const ROOT = join(import.meta.dirname, '../..');
const SYSTEMD = '/usr/lib/systemd/systemd';
const USERS = ['root:x:0:0::/root:/bin/sh', 'iskaznica:x:999:999::/var/lib/iskaznica:/usr/sbin/nologin'];
/** The folders of the walks. */
const SETTINGS = [
  'SVC_ADMIN_EMAIL=ana@example.hr',
  'SVC_BACKUP_DIR=/mnt/backup',
  'SVC_BACKUP_PASSPHRASE=mirno more plovi daleko od obale',
  'SVC_FILES_DIR=/srv/iskaznica',
];
const GROUPS = ['root:x:0:', 'iskaznica:x:999:'];

/** The root of a machine that has this one's programs, the unit and its settings, and nothing else that would start. */
function machineFor(t: TestContext, port: number): string {
  const root = scratchFolder(t);
  chmodSync(root, 0o755);
  for (const folder of ['etc/systemd/system', 'etc/iskaznica', 'opt/iskaznica', 'var/lib', 'var/log', 'root', 'usr'])
    mkdirSync(join(root, folder), { recursive: true });
  for (const folder of ['bin', 'sbin', 'lib', 'lib64']) symlinkSync(`usr/${folder}`, join(root, folder));
  writeFileSync(join(root, 'etc/passwd'), `${USERS.join('\n')}\n`);
  writeFileSync(join(root, 'etc/group'), `${GROUPS.join('\n')}\n`);
  writeFileSync(join(root, 'etc/iskaznica/env'), `SVC_PORT=${port}\n${SETTINGS.join('\n')}\n`);
  for (const folder of ['mnt/backup', 'srv/iskaznica']) {
    mkdirSync(join(root, folder), { recursive: true });
    chownSync(join(root, folder), 999, 999);
  }
  copyFileSync(join(DEPLOY, 'systemd/iskaznica.service'), join(root, 'etc/systemd/system/iskaznica.service'));
  return root;
}

/** Boots systemd on it in a container and answers what runs `systemctl` there. */
function boot(t: TestContext, podman: string, root: string): (...words: string[]) => string {
  const name = `iskaznica-test-${process.pid}`;
  const mounts = ['-v', '/usr:/usr:ro', '-v', `${ROOT}:/opt/iskaznica:ro`];
  const machine = ['--systemd=always', '--network=host', ...mounts, '--rootfs', root];
  runTool(podman, ['run', '-d', '--name', name, ...PODMAN_OPTIONS, ...machine, SYSTEMD, '--unit=multi-user.target']);
  t.after(() => runTool(podman, ['rm', '-f', '-t', '5', name]));
  return (...words) => runTool(podman, ['exec', name, 'systemctl', ...words]);
}

test('the unit starts under systemd, is ready when it says so, comes back after a kill, writes where it should, and stops cleanly', {
  skip: process.platform !== 'linux' || process.getuid?.() !== 0,
  timeout: 120_000,
}, async (t) => {
  const podman = findTool(t, 'podman', 'podman');
  if (podman === undefined || findTool(t, 'runc', 'runc') === undefined) return;
  const port = await freePort();
  const root = machineFor(t, port);
  const systemctl = boot(t, podman, root);
  await untilBooted(systemctl);
  const property = (name: string): string => systemctl('show', '--value', '--property', name, 'iskaznica').trim();

  systemctl('start', 'iskaznica'); // waits for READY=1
  assert.equal((await callProcess(port, 'GET /health/ready', {})).status, 200);
  const first = property('MainPID');

  systemctl('kill', '--signal=KILL', 'iskaznica');
  for (let tries = 0; property('ActiveState') !== 'active' || property('MainPID') === first; tries++) {
    assert.ok(tries < 150, 'it does not come back');
    await pause(200);
  }
  assert.equal((await callProcess(port, 'GET /health/ready', {})).status, 200);
  assert.equal(property('NRestarts'), '1');

  systemctl('stop', 'iskaznica');
  assert.equal(property('ExecMainStatus'), '0');
  assert.equal(property('Result'), 'success');
  await assert.rejects(callProcess(port, 'GET /health/live', {}));
  assert.ok(readdirSync(join(root, 'srv/iskaznica')).includes('.iskaznica-files'));
  assert.match(readdirSync(join(root, 'mnt/backup')).join(' '), /\bjournal-[\w-]+\.jsonl/);
});

async function untilBooted(systemctl: (...words: string[]) => string): Promise<void> {
  for (const giveUpAt = performance.now() + 30_000; ; await pause(200)) {
    try {
      systemctl('list-jobs');
      return;
    } catch (error) {
      if (performance.now() > giveUpAt) throw error;
    }
  }
}
