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

/** Pages that name the tests of their claims. */
const PAGES = ['docs/security.md', 'docs/applications.md', 'docs/openid-conformance.md'];

/** False claims of a page, one line each. */
function untrueIn(root: string, name = 'docs/security.md'): string[] {
  const page = readFileSync(join(root, name), 'utf8');
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

for (const name of PAGES)
  test(`every file and test title that ${name} names exists`, () => {
    assert.deepEqual(untrueIn(ROOT, name), []);
  });

/** The suite's modules and the attacks of RFC 9700 are tables whose last column is the test. */
const ATTACKS = /^## RFC 9700.*?(?=^## |$(?!\n))/ms;
const NO_TEST = /\*\*(?:not covered|does not apply)\*\*/;

const untestedRows = (text: string): string[] =>
  text.split('\n').filter((line) => {
    const cells = line.split(' | ');
    const isHead = /^\| (?:module|attack) \|/.test(line) || /^\|[-|]+\|$/.test(line);
    return cells.length === 3 && !isHead && !/\.test\.ts` "/.test(cells[2] ?? '') && !NO_TEST.test(line);
  });

test('each module of the conformance suite, and each attack of RFC 9700, has a test or says why not', () => {
  const suite = readFileSync(join(ROOT, 'docs/openid-conformance.md'), 'utf8').replace(/^\| mark .*?\n\n/ms, '');
  const [attacks = ''] = ATTACKS.exec(readFileSync(join(ROOT, 'docs/applications.md'), 'utf8')) ?? [];
  const modules = new Set([...suite.matchAll(/`(oidcc-[\w-]+)`/g)].map(([, name]) => name));
  assert.equal(modules.size, 52, 'Basic has 38 modules, Config 1, RP-Initiated Logout 11, Back-Channel Logout 2');
  assert.ok((attacks.match(/^\| /gm)?.length ?? 0) > 18, 'and the attacks are there');
  assert.deepEqual([...untestedRows(suite), ...untestedRows(attacks)], []);
  assert.deepEqual(untestedRows('| `oidcc-x` | ours | – |\n| `oidcc-y` | **not covered** | – |'), [
    '| `oidcc-x` | ours | – |',
  ]);
});

test('missing files, renamed tests and duplicates are reported', (t) => {
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
