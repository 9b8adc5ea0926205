// engine: none
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { plantTree } from './fixture-tree.ts';

const ROOT = join(import.meta.dirname, '../..');
const PATH = /`((?:src|web|client|test|tools|docs)\/[\w./-]+|package-lock\.json)`/g;
const TEST = /`([\w./-]+\.test\.ts)`((?: "[^"]+",?)*)/g;
const TITLE = /\b(?:test|it)\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1/g;
const REQUIREMENT = /^\| (v5\.0\.0-\d+\.\d+\.\d+) \| [123] \|/gm;

const titlesIn = (text: string): string[] => [...text.matchAll(TITLE)].map(([, , title = '']) => title);

/** False claims in `docs/security.md`, one line each. */
function untrueIn(root: string): string[] {
  const page = readFileSync(join(root, 'docs/security.md'), 'utf8');
  const gone = [...page.matchAll(PATH)]
    .map(([, path = '']) => path)
    .filter((path) => !existsSync(join(root, path)))
    .map((path) => `${path} is no file`);
  const untested = [...page.matchAll(TEST)].flatMap(([, path = '', named = '']) => {
    const titles = existsSync(join(root, path)) ? titlesIn(readFileSync(join(root, path), 'utf8')) : [];
    const names = [...named.matchAll(/"([^"]+)"/g)].map(([, name = '']) => name);
    if (names.length === 0) return [`${path} is named without a test`];
    return names.filter((name) => !titles.some((title) => title.includes(name))).map((name) => `${path}: no ${name}`);
  });
  const ids = [...page.matchAll(REQUIREMENT)].map(([, id = '']) => id);
  const twice = ids.filter((id, index) => ids.indexOf(id) !== index).map((id) => `${id} comes twice`);
  return [...new Set([...gone, ...untested, ...twice])];
}

test('every file, and every test by its title, that the page on security names is there', () => {
  assert.deepEqual(untrueIn(ROOT), []);
});

test('what is gone, was called otherwise or comes twice is told', (t) => {
  const line = (tests: string) => `| v5.0.0-1.1.1 | 1 | asks | how | ${tests} |`;
  const root = plantTree(t, {
    'src/here.test.ts': "test('a door is shut', () => {});",
    'docs/security.md': [
      line('`src/here.test.ts` "a door is shut", "a window is shut"; `src/gone.test.ts` "a door"'),
      line('`src/here.test.ts`'),
    ].join('\n'),
  });
  assert.deepEqual(untrueIn(root), [
    'src/gone.test.ts is no file',
    'src/here.test.ts: no a window is shut',
    'src/gone.test.ts: no a door',
    'src/here.test.ts is named without a test',
    'v5.0.0-1.1.1 comes twice',
  ]);
});
