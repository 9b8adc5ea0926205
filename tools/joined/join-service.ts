import { globSync, readFileSync, rmSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import type { Plugin } from 'rolldown';
import { JOINED_PACKAGES } from '../../bin/program.js';

const root = resolve(`${import.meta.dirname}/../..`);

/** Folders whose files are joined. */
const OURS = ['src/', 'demo/'];

/** A program that a file starts, as a thread or a process. */
const PROGRAM = /new URL\('\.\/([\w-]+)\.ts', import\.meta\.url\)/;
const PLACE = new RegExp(`${PROGRAM.source}|import\\.meta\\.(url|dirname)`, 'g');
const isJoined = (id: string): boolean => JOINED_PACKAGES.some((name) => id === name || id.startsWith(`${name}/`));

/**
 * Joins the service, its commands, its threads and, where it is installed, the demo, with the packages that have hundreds of files, into a few files.
 * @param target an absolute folder; what is in it is removed
 * @param plugins applied before paths are rewritten
 * @returns the number of files, or undefined where the development packages are not installed
 */
export async function joinService(target: string, plugins: readonly Plugin[] = []): Promise<number | undefined> {
  const bundler = await import('rolldown').catch(() => undefined);
  if (bundler === undefined) return undefined;
  rmSync(target, { recursive: true, force: true });
  const joined = await bundler.rolldown({
    input: ['src/main.ts', 'src/cli.ts', ...globSync('demo/demo.ts', { cwd: root }), ...programs()].map((path) =>
      join(root, path),
    ),
    platform: 'node',
    external: (id) => !id.startsWith('.') && !isAbsolute(id) && !isJoined(id),
    plugins: [...plugins, keepPlaces(target), asciiOnly],
  });
  const { output } = await joined.write({
    dir: target,
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
    comments: { annotation: false, jsdoc: false, legal: false },
  });
  return output.length;
}

/** The paths of all programs that files of the service start. */
function programs(): string[] {
  return globSync('src/**/*.ts', { cwd: root }).flatMap((path) => {
    const name = PROGRAM.exec(readFileSync(join(root, path), 'utf8'))?.[1];
    return name === undefined ? [] : [join(dirname(path), `${name}.ts`)];
  });
}

/** Rewrites paths: files that are read stay beside their source; started programs are the joined ones. */
function keepPlaces(target: string): Plugin {
  return {
    name: 'keep-places',
    transform(code, id) {
      const isOurs = OURS.some((folder) => id.startsWith(join(root, folder)));
      if (!isOurs || !code.includes('import.meta.')) return undefined;
      const at = (path: string) => `new URL('${relative(target, path).replaceAll(sep, '/')}', import.meta.url)`;
      return code.replace(PLACE, (_, program?: string, part?: string) => {
        if (program !== undefined) return `new URL('./${program}.js', import.meta.url)`;
        if (part === 'url') return `${at(id)}.href`;
        return `process.getBuiltinModule('node:url').fileURLToPath(${at(dirname(id))})`;
      });
    },
  };
}

/** Node.js keeps a source that has a character outside ASCII in twice the memory. The last hook: after `renderChunk` the bundler prints texts anew. */
const asciiOnly: Plugin = {
  name: 'ascii-only',
  generateBundle: (_options, files) => {
    for (const file of Object.values(files)) {
      if (file.type === 'chunk') file.code = file.code.replace(/[\u0080-\uffff]/g, escaped);
    }
  },
};

const escaped = (char: string): string => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`;
