// engine: none
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { promisify } from 'node:util';

const run = promisify(execFile);

const printedBy = async (program: string): Promise<{ stdout: string; stderr: string }> =>
  run(process.execPath, ['--input-type=module', '--eval', program], { cwd: import.meta.dirname });

const LOAD =
  "const { loadProvider } = await import('./load-provider.ts'); const { default: Provider } = await loadProvider();";
const RUNTIME = /Unsupported runtime/;

test('the library warns of no runtime that we support, and of everything else', async () => {
  const { stdout, stderr } = await printedBy(`${LOAD} console.log(process.release.lts);`);
  assert.equal(stderr, '');
  assert.equal(stdout, `${process.release.lts}\n`, 'nobody else sees the mark');
  const { stderr: others } = await printedBy(`${LOAD} new Provider('http://127.0.0.1:9');`);
  assert.match(others, /oidc-provider WARNING: /);
  assert.doesNotMatch(others, RUNTIME);
});

test('it warns of an older one', async () => {
  const older = "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '23.0.0' } });";
  const { stderr } = await printedBy(`delete process.release.lts; ${older} ${LOAD}`);
  assert.match(stderr, RUNTIME);
});
