/**
 * `npm run build`: builds web/ into web/dist and compresses what is served. `--if-possible` is for `prepare`, which npm
 * runs after every install: without development packages it does nothing instead of failing.
 */
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { buildAppShell } from './build-app-shell.ts';

const root = resolve(`${import.meta.dirname}/..`);
const assets = join(root, 'web/dist/assets');

/** Already compressed, or too small to benefit. */
const worthIt = (name: string): boolean =>
  /\.(m?js|css|svg|wasm)$/.test(name) && statSync(join(assets, name)).size > 256;

const vite = await import('vite').catch(() => undefined);
if (vite) {
  await vite.build({ configFile: join(root, 'web/vite.config.ts'), logLevel: 'warn' });
  await buildAppShell({ pages: join(root, 'web'), dist: join(root, 'web/dist'), names: readdirSync(assets) });
  compressAssets();
} else if (process.argv.includes('--if-possible')) {
  console.log('pages: not built, since the development packages are not installed');
} else {
  console.error('pages: cannot be built without the development packages: run `npm ci`');
  process.exitCode = 1;
}

function compressAssets(): void {
  const names = readdirSync(assets).filter(worthIt);
  for (const name of names) {
    const content = readFileSync(join(assets, name));
    const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
    writeFileSync(join(assets, `${name}.br`), brotliCompressSync(content, quality));
    writeFileSync(join(assets, `${name}.gz`), gzipSync(content, { level: 9 }));
  }
  console.log(`pages: built, ${names.length} files compressed`);
}
