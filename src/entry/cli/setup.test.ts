// engine: both
import assert from 'node:assert/strict';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { parseEnv, stripVTControlCharacters } from 'node:util';
import { nothingElse } from '../../../test/support/command-process.ts';
import { runCommand } from '../../../test/support/operator-command.ts';
import { freePort, startProcess } from '../../../test/support/service-process.ts';
import { testEngine } from '../../../test/support/test-engine.ts';
import { createTestStore } from '../../../test/support/test-store.ts';
import { programFolder, settingsFile, systemdUnit } from './setup-files.ts';

function folderFor(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'setup-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const settingsIn = (path: string) => ({ ...parseEnv(readFileSync(path, 'utf8')) }) as Record<string, string>;

test('answers on standard input make an installation that starts', async (t) => {
  const store = await createTestStore(testEngine);
  t.after(() => store.remove());
  const folder = folderFor(t);
  const [settings, unit, data] = [join(folder, 'etc/env'), join(folder, 'iskaznica.service'), join(folder, 'data')];
  const port = await freePort();
  const database = store.env.SVC_DATABASE_URL ?? '';
  const answers = [`http://localhost:${port}`, port, '', data, '', database, ...(database === '' ? [] : [''])];
  const more = ['mail.your.domain', '465', 'savez', 'tajna "pošte" $1', 'Savez Čić <savez@your.domain>'];
  const input = [...answers, ...more, 'glavna@your.domain', join(folder, 'backups'), ''].join('\n');
  const words = `setup --settings ${settings} --unit ${unit} --user savez`;
  const done = await runCommand(words, nothingElse, input);
  assert.equal(done.code, 0, done.err);
  assert.match(done.out, /systemctl enable --now iskaznica\.service/);
  const { SVC_SECRET = '', SVC_BACKUP_PASSPHRASE = '', ...rest } = settingsIn(settings);
  assert.deepEqual(rest, {
    SVC_PUBLIC_URL: `http://localhost:${port}`,
    SVC_PORT: String(port),
    SVC_DATA_DIR: data,
    ...(database === '' ? {} : { SVC_DATABASE_URL: database }),
    SVC_SMTP_HOST: 'mail.your.domain',
    SVC_SMTP_PORT: '465',
    SVC_SMTP_USER: 'savez',
    SVC_SMTP_PASSWORD: 'tajna "pošte" $1',
    SVC_SMTP_FROM: 'Savez Čić <savez@your.domain>',
    SVC_ADMIN_EMAIL: 'glavna@your.domain',
    SVC_BACKUP_DIR: join(folder, 'backups'),
    SVC_BACKUP_EVERY_HOURS: '24',
  });
  assert.ok(SVC_BACKUP_PASSPHRASE.length >= 32);
  assert.equal(SVC_SECRET === '', database === '', 'nodes over PostgreSQL share a secret');
  assert.ok(!done.out.includes(SVC_BACKUP_PASSPHRASE));
  assert.equal(statSync(settings).mode & 0o777, 0o600);
  const text = readFileSync(unit, 'utf8');
  assert.match(text, new RegExp(`^EnvironmentFile=${settings}$`, 'm'));
  assert.match(text, /^User=savez$/m);

  const again = await runCommand(words, nothingElse, input);
  assert.deepEqual(
    [again.code, again.err],
    [
      1,
      `${settings} exists already, so nothing was written. Move it away, or name another file by --settings or --unit.\n`,
    ],
  );
  assert.equal(readFileSync(unit, 'utf8'), text);

  const service = await startProcess(t, settingsIn(settings), port);
  assert.equal((await service.call('GET /health/ready')).status, 200);
  assert.match(readFileSync(join(data, 'setup-link'), 'utf8'), new RegExp(`^http://localhost:${port}/`));
  await service.stop();
});

test('the commands that follow a set-up make its folders and examine it, as its account', {
  skip: process.platform !== 'linux' || process.getuid?.() !== 0,
}, async (t) => {
  const folder = folderFor(t);
  chmodSync(folder, 0o755);
  const [settings, data, backups] = [join(folder, 'etc/env'), join(folder, 'data'), join(folder, 'backups')];
  const unit = join(folder, 'iskaznica.service');
  const places = `--settings ${settings} --unit ${unit} --data-dir ${data} --backups ${backups}`;
  const done = await runCommand(`setup ${places} --user daemon --admin-email glavna@your.domain`, nothingElse, '');
  assert.equal(done.code, 0, done.err);
  const commands = done.out.split('\n').filter((line) => /^ {2}(?:install|\(while)/.test(line));
  const run = spawnSync('sh', ['-ec', commands.join('\n')], { cwd: programFolder(), encoding: 'utf8' });
  assert.match(run.stdout, /^ok +data folder/m, run.stderr);
  assert.match(run.stdout, /^warn +backups +there is none/m);
  assert.equal(run.status, 0, run.stdout);
});

test('a person at a terminal is asked one question after the other, corrects an answer, and sees no password', {
  skip: spawnSync('script', ['--version']).status === 0 ? false : 'needs script of util-linux',
}, async (t) => {
  const folder = folderFor(t);
  const settings = join(folder, 'env');
  const command = `${process.execPath} bin/iskaznica.js setup --no-unit --settings ${settings} --data-dir ${join(folder, 'data')}`;
  const terminal = spawn('script', ['-qec', command, '/dev/null'], { cwd: programFolder() });
  const answers = [
    'https://racun.your.domain',
    '',
    '',
    '',
    'mysql://x/y',
    '',
    'mail.your.domain',
    '',
    'savez',
    'tajna',
  ];
  answers.push('', 'glavna@your.domain', '');
  let shown = '';
  terminal.stdout.on('data', (piece) => {
    shown += piece;
    if (stripVTControlCharacters(String(piece)).endsWith(': ')) terminal.stdin.write(`${answers.shift() ?? ''}\n`);
  });
  const [code] = await once(terminal, 'close');
  assert.equal(code, 0, shown);
  assert.deepEqual(answers, []);
  assert.match(shown, /embedded database: must be an address that begins with postgres/);
  assert.doesNotMatch(shown, /tajna|Warning/);
  assert.equal(settingsIn(settings).SVC_SMTP_PASSWORD, 'tajna');
});

test('options answer too, and what cannot be used writes nothing', async (t) => {
  const folder = folderFor(t);
  const settings = join(folder, 'env');
  const base = `setup --settings ${settings} --no-unit --data-dir ${join(folder, 'data')}`;
  const run = (words: string, input = '') => runCommand(`${base} ${words}`.trim(), nothingElse, input);
  for (const [words, complaint] of [
    ['', /^Your address, for the first administrator: is needed\.$/m],
    ['--admin-email glavna', /first administrator: must be an e-mail address/],
    ['--admin-email a@your.domain --public-url ftp://x', /must be an http or https address/],
    [
      '--admin-email a@your.domain --database-url mysql://x/y',
      /embedded database: must be an address that begins with postgres/,
    ],
    [
      '--admin-email a@your.domain --smtp-host mail.your.domain --smtp-user savez',
      /Password on the mail server: is needed/,
    ],
    ['--admin-email a@your.domain --smtp-password x', /Unknown option '--smtp-password'/],
    ['--admin-email a@your.domain --user Savez!', /Savez! is not a valid account name/],
  ] as const) {
    const { code, err } = await run(words);
    assert.notEqual(code, 0, words);
    assert.match(err, complaint);
    assert.ok(!existsSync(settings), words);
  }
  const { code, err } = await run('--admin-email a@your.domain --public-url https://racun.your.domain');
  assert.equal(code, 0, err);
  assert.deepEqual(settingsIn(settings), {
    SVC_PUBLIC_URL: 'https://racun.your.domain',
    SVC_PORT: '8080',
    SVC_TRUSTED_PROXIES: '127.0.0.1',
    SVC_DATA_DIR: join(folder, 'data'),
    SVC_ADMIN_EMAIL: 'a@your.domain',
  });
});

test('uploads and backups may go to buckets, each with a key of its own', async (t) => {
  const folder = folderFor(t);
  const settings = join(folder, 'env');
  const base = `setup --settings ${settings} --no-unit --data-dir ${join(folder, 'data')} --admin-email a@your.domain`;
  const run = (words: string, input: string) => runCommand(`${base} ${words}`.trim(), nothingElse, input);
  const [files, backups] = [
    's3://savez/files?endpoint=https://s3.your.domain',
    's3://savez/backups?region=eu-central-1',
  ];
  const wrong = await run('--files s3://Savez', '');
  assert.match(wrong.err, /^Folder or bucket .* for uploads.*: must be s3:\/\/bucket\/prefix/m);
  const lacking = await run(`--files ${files}`, '\n\n');
  assert.match(lacking.err, /Access key for the bucket of uploads: is needed/);
  const overlapping = ['', '', '', files, 'AK1', 'one', '', '', files, 'AK2', 'two'].join('\n');
  assert.match((await run('', overlapping)).err, /SVC_BACKUP_URL and SVC_FILES_URL overlap/);
  assert.ok(!existsSync(settings));
  const done = await run('--backups-key AK2', ['', '', '', files, 'AK1', 'one', '', '', backups, 'two'].join('\n'));
  assert.equal(done.code, 0, done.err);
  const { SVC_BACKUP_PASSPHRASE = '', ...rest } = settingsIn(settings);
  assert.ok(SVC_BACKUP_PASSPHRASE.length >= 32);
  assert.deepEqual(rest, {
    SVC_PUBLIC_URL: 'http://localhost:8080',
    SVC_PORT: '8080',
    SVC_DATA_DIR: join(folder, 'data'),
    SVC_FILES_URL: files,
    SVC_FILES_S3_ACCESS_KEY: 'AK1',
    SVC_FILES_S3_SECRET_KEY: 'one',
    SVC_ADMIN_EMAIL: 'a@your.domain',
    SVC_BACKUP_URL: backups,
    SVC_BACKUP_S3_ACCESS_KEY: 'AK2',
    SVC_BACKUP_S3_SECRET_KEY: 'two',
    SVC_BACKUP_EVERY_HOURS: '24',
  });
});

test('Node.js and a shell read a settings file alike, whatever is in it', () => {
  const values = { A: 'x', B: 'two words', C: `it's`, D: 'a"b$c\\d`e', E: '#no comment', F: ' =', G: 'šđč <a@b.c>' };
  const file = settingsFile(values);
  assert.deepEqual({ ...parseEnv(file) }, values);
  const shown = execFileSync('sh', ['-c', `${file} printf '%s|' "$A" "$B" "$C" "$D" "$E" "$F" "$G"`]);
  assert.equal(String(shown), `${Object.values(values).join('|')}|`);
  assert.equal(settingsFile({ A: '' }), '');
  assert.throws(() => settingsFile({ A: `'"` }), /A cannot be written .* A_FILE/);
  assert.throws(() => settingsFile({ A: 'a\nB=c' }), /control characters/);
});

test('the unit is the one of deploy, with the paths of the installation', async (t) => {
  const folders = ['/var/lib/iskaznica', '/srv/files'];
  const unit = systemdUnit({ program: programFolder(), settings: '/etc/iskaznica/env', folders, user: 'root' });
  assert.match(unit, /^StateDirectory=iskaznica\nReadWritePaths=\/srv\/files\nStateDirectoryMode=0700$/m);
  assert.match(unit, /^ProtectSystem=strict$/m);
  assert.doesNotMatch(unit, /\/opt\/iskaznica|SVC_DATA_DIR/);
  const home = systemdUnit({
    program: '/home/ana/iskaznica',
    settings: '/home/ana/env',
    folders: ['/home/ana/d'],
    user: 'ana',
  });
  assert.match(home, /^ReadWritePaths=\/home\/ana\/d$/m);
  assert.match(home, /^ProtectHome=read-only$/m);
  assert.doesNotMatch(home, /StateDirectory/);
  const path = join(folderFor(t), 'iskaznica.service');
  writeFileSync(path, unit);
  const { error, status, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', path], { encoding: 'utf8' });
  if (error !== undefined) return t.diagnostic('!!! systemd-analyze is not installed: the unit was not verified !!!');
  assert.equal(status, 0, stderr);
});
