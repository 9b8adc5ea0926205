/**
 * `npm run build` and `prepare`: joins the service, its commands and its threads, with the two packages that have hundreds of
 * files, into a few files in build/ (docs/decisions/0020-joined-files.md). `--if-possible` as in `build-pages.ts`.
 */
import { globSync, readFileSync, rmSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve } from 'node:path';
import type { Plugin } from 'rolldown';
import { JOINED_PACKAGES } from '../bin/program.js';

const root = resolve(`${import.meta.dirname}/..`);
const target = join(root, 'build');

/** A program that a file starts, as a thread or a process. */
const PROGRAM = /new URL\('\.\/([\w-]+)\.ts', import\.meta\.url\)/;
const PLACE = new RegExp(`${PROGRAM.source}|import\\.meta\\.(url|dirname)`, 'g');
const isJoined = (id: string): boolean => JOINED_PACKAGES.some((name) => id === name || id.startsWith(`${name}/`));

const rolldown = await import('rolldown').catch(() => undefined);
if (rolldown) {
  rmSync(target, { recursive: true, force: true });
  const joined = await rolldown.rolldown({
    input: ['src/main.ts', 'src/cli.ts', ...programs()].map((path) => join(root, path)),
    platform: 'node',
    external: (id) => !id.startsWith('.') && !isAbsolute(id) && !isJoined(id),
    plugins: [keepPlaces()],
  });
  const { output } = await joined.write({
    dir: target,
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
  });
  console.log(`service: joined into ${output.length} files`);
} else if (process.argv.includes('--if-possible')) {
  console.log('service: not joined, since the development packages are not installed; it starts from its source');
} else {
  console.error('service: cannot be joined without the development packages: run `npm ci`');
  process.exitCode = 1;
}

/** The paths of all programs that files of the service start. */
function programs(): string[] {
  return globSync('src/**/*.ts', { cwd: root }).flatMap((path) => {
    const name = PROGRAM.exec(readFileSync(join(root, path), 'utf8'))?.[1];
    return name === undefined ? [] : [join(dirname(path), `${name}.ts`)];
  });
}

/** Rewrites paths: files that are read stay beside their source; started programs are the joined ones. */
function keepPlaces(): Plugin {
  return {
    name: 'keep-places',
    transform(code, id) {
      if (!id.startsWith(join(root, 'src')) || !code.includes('import.meta.')) return undefined;
      const at = (path: string) => `new URL('../${relative(root, path).replaceAll('\\', '/')}', import.meta.url)`;
      return code.replace(PLACE, (_, program?: string, part?: string) => {
        if (program !== undefined) return `new URL('./${program}.js', import.meta.url)`;
        if (part === 'url') return `${at(id)}.href`;
        return `process.getBuiltinModule('node:url').fileURLToPath(${at(dirname(id))})`;
      });
    },
  };
}
