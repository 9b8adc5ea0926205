// engine: none
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const ROOT = join(import.meta.dirname, '../..');
const alerts = readFileSync(join(ROOT, 'deploy/prometheus/alerts.yml'), 'utf8');
const operations = readFileSync(join(ROOT, 'docs/operations.md'), 'utf8');

const found = (text: string, pattern: RegExp): string[] => [
  ...new Set([...text.matchAll(pattern)].map(([, one = '']) => one)),
];

test('alerts use only metrics and codes that the service has', () => {
  const sources = globSync('src/**/*.ts', { cwd: ROOT }).filter((path) => !path.endsWith('.test.ts'));
  const code = sources.map((path) => readFileSync(join(ROOT, path), 'utf8')).join('\n');
  const named = found(alerts, /\b((?:iskaznica|nodejs|process)_\w+)/g);
  assert.ok(named.length > 10, named.join());
  const known = (name: string) => code.includes(`'${name}'`);
  assert.deepEqual(
    named.filter((name) => !known(name)),
    [],
  );
  const codes = found(alerts, /(?:code|outcome)="([\w.]+)"/g);
  assert.deepEqual(
    codes.filter((one) => !code.includes(`'${one}'`) && one !== 'ok'),
    [],
  );
});

test('the page for operators says what to do about every alert on guessing', () => {
  const [, guessing = ''] = alerts.split('name: iskaznica-guessing');
  const section = /^## When somebody guesses\n(.*?)^## /ms.exec(operations)?.[1] ?? '';
  const names = found(guessing, /- alert: (\w+)/g);
  assert.ok(names.length > 3);
  assert.deepEqual(
    names.filter((name) => !section.includes(`\`${name}\``)),
    [],
  );
  assert.deepEqual(
    found(section, /`(iskaznica_\w+)/g).filter((name) => !alerts.includes(name)),
    [],
  );
});
