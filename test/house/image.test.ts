// engine: none
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type TestContext, test } from 'node:test';
import { findTool, PODMAN_OPTIONS, runTool } from '../support/deploy-tool.ts';
import { freePort } from '../support/service-process.ts';

const CI = resolve(import.meta.dirname, '../../.ci');
/** Where another overlay is below, as in a container, layers are copied. */
const DRIVERS = ['overlay', 'vfs'];

/** What has podman and buildah keep everything in a folder of the test: images are too large for memory. */
function placeFor(t: TestContext, podman: string) {
  const folder = mkdtempSync('/var/tmp/iskaznica-test-');
  const env = {
    CONTAINERS_STORAGE_CONF: join(folder, 'storage.conf'),
    CONTAINERS_CONF: join(folder, 'containers.conf'),
    TMPDIR: folder,
  };
  // Its reset would otherwise remove what the podman of another test is using.
  writeFileSync(env.CONTAINERS_CONF, `[engine]\ntmp_dir = "${folder}/libpod"\n`);
  t.after(() => {
    runTool(podman, ['system', 'reset', '--force'], { env });
    rmSync(folder, { recursive: true, force: true });
  });
  const works = (driver: string): boolean => {
    const lines = ['[storage]', `driver = "${driver}"`, `graphroot = "${folder}/graph"`, `runroot = "${folder}/run"`];
    writeFileSync(env.CONTAINERS_STORAGE_CONF, lines.join('\n'));
    try {
      runTool(podman, ['info'], { env });
      return true;
    } catch {
      return false;
    }
  };
  if (!DRIVERS.some(works)) throw new Error('podman has no place for images');
  return env;
}

test('the image is built by buildah, and runs read-only, without root and within 256 MiB', {
  skip: process.platform !== 'linux' || process.getuid?.() !== 0,
  timeout: 900_000,
}, async (t) => {
  const podman = findTool(t, 'podman', 'podman');
  if (podman === undefined || findTool(t, 'buildah', 'buildah') === undefined) return;
  if (findTool(t, 'runc', 'runc') === undefined) return;
  const env = placeFor(t, podman);
  const begun = performance.now();
  runTool(join(CI, 'build-image'), ['iskaznica-test'], { env, timeoutMs: 840_000 });
  t.diagnostic(`built in ${Math.round((performance.now() - begun) / 1000)} s`);
  runTool(join(CI, 'try-image'), ['iskaznica-test', ...PODMAN_OPTIONS], {
    env: { ...env, TRY_PORT: String(await freePort()) },
  });
});
