/**
 * Prints how the code is spread, for a comparison of two checkouts: `node tools/measure-house.ts [root]`. The other checkout needs its
 * packages installed and must lie in wings too.
 */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Service } from '../src/entry/start/service.ts';
import { isTest, productFiles, readSourceTree, type SourceFile, type SourceTree } from './house/source-tree.ts';

const PERSON = { email: 'mjera@savez.example', password: 'mirno more plovi daleko' };
const SECRET = 'mV3xT9qLr7Zk2wPn8sYdB5hJc4gFtA6u';
const PARTS = ['src', 'web', 'client'] as const;

type Figure = readonly [what: string, figure: string];

function figuresOfTree(tree: SourceTree): Figure[] {
  const { root } = tree;
  const product = productFiles(tree);
  const wings = readdirSync(join(root, 'src'), { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const rooms = readFileSync(join(root, 'src/entry/app/rooms.ts'), 'utf8').match(/\.add\(/g) ?? [];
  const ofPart = (part: string) => product.filter(({ path }) => path.startsWith(`${part}/`));
  const rules = tree.files.filter(({ path }) => path.startsWith('tools/house/') && path.endsWith('-rule.ts'));
  const house = tree.files.filter(({ path }) => path.startsWith('tools/house/'));
  const cases = tree.files.filter(({ path }) => path === 'test/house/house-rule-cases.ts');
  const migrations = join(root, 'src/platform/database/migrations');
  const steps = existsSync(migrations) ? readdirSync(migrations).filter((name) => /^\d/.test(name)) : [];
  return [
    ['first-level folders of src', String(wings.length)],
    ['rooms', String(rooms.length)],
    ['product files of src / web / client', PARTS.map((part) => ofPart(part).length).join(' / ')],
    ['product lines of src / web / client', PARTS.map((part) => linesOf(ofPart(part))).join(' / ')],
    ['files of src with one importer, next door', String(servingOne(product).length)],
    ['house rules, their lines, lines of their cases', `${rules.length}, ${linesOf(house)}, ${linesOf(cases)}`],
    ['migrations', String(steps.length)],
  ];
}

const linesOf = (files: readonly SourceFile[]): number =>
  files.reduce((sum, { text }) => sum + text.split('\n').length - 1, 0);

/** Files that only one product file imports, which lies in the same folder. */
function servingOne(product: readonly SourceFile[]): string[] {
  const importers = new Map<string, Set<string>>();
  for (const { path, imports } of product)
    for (const { target } of imports)
      if (target !== undefined) importers.set(target, (importers.get(target) ?? new Set()).add(path));
  return [...importers].flatMap(([path, by]) => {
    const [only] = by;
    const isOne = by.size === 1 && only !== undefined && dirname(only) === dirname(path);
    return isOne && path.startsWith('src/') && !isTest(path) ? [path] : [];
  });
}

/** Which files of `src` run a function during a call, by the coverage of V8. */
async function figuresOfCalls(root: string): Promise<Figure[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'iskaznica-house-'));
  const service = await openOn(root, dataDir);
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  const filesOf = async (call: () => Promise<unknown>) => {
    await call(); // what is loaded or compiled at the first call does not count
    await session.post('Profiler.takePreciseCoverage');
    await call();
    const { result } = await session.post('Profiler.takePreciseCoverage');
    return result.flatMap(({ url, functions }) => {
      const path = url.startsWith('file:') ? fileURLToPath(url) : '';
      // What begins at the beginning is the module itself.
      const hasRun = functions.some(({ ranges: [range] }) => (range?.startOffset ?? 0) > 0 && (range?.count ?? 0) > 0);
      return path.startsWith(`${root}/src/`) && hasRun ? [path] : [];
    });
  };
  let tokens = { access_token: '', refresh_token: '' };
  const ask = async (method: 'GET' | 'POST', url: string, payload?: object) => {
    const headers = { authorization: `Bearer ${tokens.access_token}` };
    const call = { method, url, headers, ...(payload === undefined ? {} : { payload }) };
    const { statusCode, body } = await service.server.inject(call);
    if (statusCode !== 200) throw new Error(`${url}: ${statusCode} ${body}`);
    return JSON.parse(body);
  };
  const signIn = async () => {
    tokens = await ask('POST', '/api/auth/login', PERSON);
  };
  const refresh = async () => {
    tokens = await ask('POST', '/api/auth/refresh', { refresh_token: tokens.refresh_token });
  };
  await signIn();
  const me = await filesOf(() => ask('GET', '/api/auth/me'));
  const refreshed = await filesOf(refresh);
  const signedIn = await filesOf(signIn);
  const folders = new Set([...me, ...refreshed, ...signedIn].map((path) => dirname(path)));
  await service.close();
  rmSync(dataDir, { recursive: true, force: true });
  const counts = [me, refreshed, signedIn].map(({ length }) => length).join(' / ');
  return [['files that run for GET me / refresh / login by password', `${counts} in ${folders.size} folders`]];
}

/** The service of that checkout on an empty store. */
async function openOn(root: string, dataDir: string): Promise<Service> {
  const load = (path: string) => import(pathToFileURL(join(root, path)).href);
  const { readSettings } = await load('src/entry/app/read-settings.ts');
  const { openService } = await load('src/entry/start/service.ts');
  const { pino } = await import('pino');
  const settings = readSettings({
    SVC_DATA_DIR: dataDir,
    SVC_SECRET: SECRET,
    SVC_LOG_LEVEL: 'silent',
    SVC_ADMIN_EMAIL: PERSON.email,
    SVC_ADMIN_PASSWORD: PERSON.password,
  });
  return openService(settings, { log: pino({ level: 'silent' }) });
}

const root = resolve(process.argv[2] ?? `${import.meta.dirname}/..`);
const figures = [...figuresOfTree(readSourceTree(root)), ...(await figuresOfCalls(root))];
for (const [what, figure] of figures) console.log(`${what.padEnd(58)}${figure}`);
process.exit(); // threads of the pool may still stay for a while
