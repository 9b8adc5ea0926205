import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';

/** Written into the page at build time, and for each answer replaced by a fresh value. */
const NONCE_PLACE = 'PAGE_NONCE';

/** What `npm run build` left: the shell that every page starts from, the paths it knows, and the files it loads. */
export interface PageBuild {
  readonly paths: readonly string[];
  /** The HTML of every page, for one answer. */
  shell(nonce: string): string;
  /** `undefined` for a name that the build did not make, and for a file that a newer build has taken away meanwhile. */
  asset(name: string, acceptEncoding: string): PageAsset | undefined;
}

export interface PageAsset {
  readonly type: string;
  readonly encoding: 'br' | 'gzip' | undefined;
  readonly content: Buffer;
}

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.wasm': 'application/wasm',
  '.pfb': 'application/octet-stream',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.woff2': 'font/woff2',
};

const ENCODINGS = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;

/**
 * Reads a build; files stay in memory once they were asked for, since there are few and a sign-in storm must not make them
 * wait for the disk.
 * @returns undefined where there is no build
 */
export function readPageBuild(folder: string): PageBuild | undefined {
  const html = textIn(folder, 'index.html');
  const paths = textIn(folder, 'pages.json');
  if (html === undefined || paths === undefined) return undefined;
  const names = new Set(readdirSync(join(folder, 'assets')));
  const read = remembered((name: string) => contentOf(join(folder, 'assets', name)));
  return {
    paths: JSON.parse(paths) as string[],
    shell: (nonce) => html.replaceAll(NONCE_PLACE, nonce),
    asset: (name, acceptEncoding) => {
      const type = TYPES[extname(name)];
      if (type === undefined || !names.has(name)) return undefined;
      const accepted = ENCODINGS.find(([token, tail]) => acceptEncoding.includes(token) && names.has(name + tail));
      const content = read(name + (accepted?.[1] ?? ''));
      return content && { type, encoding: accepted?.[0], content };
    },
  };
}

const textIn = (folder: string, name: string): string | undefined => contentOf(join(folder, name))?.toString('utf8');

/** `undefined` where there is no such file; a disk that fails is no missing file. */
function contentOf(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** What is missing is looked for again: while a build is written, its files come one by one. */
function remembered<Value>(read: (name: string) => Value | undefined): (name: string) => Value | undefined {
  const known = new Map<string, Value>();
  return (name) => {
    const value = known.get(name) ?? read(name);
    if (value !== undefined) known.set(name, value);
    return value;
  };
}
