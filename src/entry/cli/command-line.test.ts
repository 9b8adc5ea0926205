// engine: none
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { runCommandProcess } from '../../../test/support/command-process.ts';
import { runCommand } from '../../../test/support/operator-command.ts';
import { commands } from './commands.ts';

test('help lists every command, and for every command its options', async () => {
  const { code, out } = await runCommandProcess('--help', {});
  assert.equal(code, 0);
  for (const { name, summary } of commands) assert.ok(out.includes(`  ${name} `) && out.includes(summary), name);
  const group = await runCommand('audit --help', {});
  assert.equal(group.code, 0);
  assert.match(
    group.out,
    /^Usage: .* audit <command> \[options\]\n\n {2}audit verify .*\n {2}audit export .*\n {2}audit accept-loss .*\n\nSettings/,
  );
  const { code: versionCode, out: version } = await runCommand('--version', {});
  assert.deepEqual([versionCode, version], [0, `${JSON.parse(readFileSync('package.json', 'utf8')).version}\n`]);
  const create = await runCommand('user create --help', {});
  assert.equal(create.code, 0);
  assert.match(
    create.out,
    /^Usage: npm run iskaznica -- user create --email <address> --ime <name>.* \[--password-stdin\]$/m,
  );
});

test('the page for operators has exactly one line for every command', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../docs/operations.md'), 'utf8');
  const table = /^\| command \|.*?\n\n/ms.exec(page)?.[0] ?? '';
  const cells = [...table.matchAll(/^\| (`[^|]+) \|/gm)].map(([, cell = '']) => cell);
  const named = cells.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name));
  assert.deepEqual(named.sort(), commands.map(({ name }) => name).sort());
});

test('a wrong command line exits with 2 and describes the right usage', async () => {
  const cases: [words: string, expected: RegExp][] = [
    [
      'user',
      /^"user" needs a second word: create, list, suspend, unsuspend, unlock, reset-2fa\.\n(?!.*doctor).*user create/s,
    ],
    ['audit --file x', /^"audit" needs a second word: verify, export, accept-loss\./],
    ['keys forge', /^There is no command "keys forge", but "keys" with: rotate, revoke\./],
    ['forge', /^There is no command "forge"\. --help lists all commands\.\n$/],
    ['rotate', /^There is no command "rotate"\. Did you mean "keys rotate" or "secret rotate"\? --help lists/],
    ['keys rotate --force', /Unknown option '--force'.*Usage: .* keys rotate/s],
    ['keys rotate now', /Unexpected argument 'now'/],
    ['user list --role member --role=admin', /^--role is given more than once\..*Usage: .* user list/s],
    ['user list --limit 0', /^--limit must be a whole number from 1 to 1000\./],
    ['user list --limit 1001', /^--limit must be a whole number from 1 to 1000\./],
    ['user list --role king', /^--role must be one of/],
    ['user suspend', /--email is missing/],
    ['user suspend --email=', /--email is missing/],
    ['user suspend --email', /'--email <value>' argument missing/],
    ['user create --email nobody --ime A --prezime B --role member', /"nobody" is not an e-mail address/],
    ['user create --email a@b.hr --ime A --prezime B --role king', /--role must be one of superadmin, admin/],
  ];
  for (const [index, [words, expected]] of cases.entries()) {
    const run = index === 0 ? runCommandProcess : runCommand; // one suffices to check what the shell gets
    const { code, out, err } = await run(words, {});
    assert.deepEqual([code, out], [2, ''], `${words}: ${err}`);
    assert.match(err, expected);
  }
});

test('invalid settings fail with the whole list', async () => {
  const { code, err } = await runCommandProcess('serve', {
    SVC_PORT: 'x',
    SVC_HOST: '',
    SVC_LOG_LEVEL: 'loud',
    SVC_ADMIN_EMAIL: 'foo',
  });
  assert.equal(code, 1);
  assert.match(err, /SVC_PORT must be a whole number.*SVC_LOG_LEVEL must be one of.*SVC_ADMIN_EMAIL must be/s);
});

test('an unreadable file is reported with a readable message', async () => {
  const folder = import.meta.dirname;
  const cases: [words: string, expected: string][] = [
    [`import --tenant savez --file ${folder}/nope.csv`, `There is no such file: ${folder}/nope.csv\n`],
    [`import --tenant savez --file ${folder}/commands.ts/x`, `There is no such file: ${folder}/commands.ts/x\n`],
    [`erasures replay --ledger ${folder}/nope`, `There is no such file: ${folder}/nope\n`],
    [`import --tenant savez --file ${folder}`, `${folder} is a folder, not a file.\n`],
  ];
  for (const [words, expected] of cases) {
    const { code, out, err } = await runCommand(words, {});
    assert.deepEqual([code, out, err], [1, '', expected]);
  }
});
