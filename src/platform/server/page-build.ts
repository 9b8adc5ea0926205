import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { acceptedEncoding, type Encoding } from '../http/fixed-answer.ts';
import { isMissingFile, parseJson } from '../kernel/unchecked.ts';
import type { KnownPaths } from './known-paths.ts';

/** Written into the page at build time and replaced in each response. */
const NONCE_PLACE = 'PAGE_NONCE';

/** The output of `npm run build`: the HTML shell of all pages, the paths they know, and their assets. */
interface PageBuild {
  readonly paths: readonly string[];
  /** The HTML of every page, for one response. */
  shell(nonce: string): string;
  /** The file of the installed app at a path of its own; `undefined` in builds without one. */
  appFile(name: AppFile): string | undefined;
  /** `undefined` for a name that is not in the build, or a file that a newer build has removed. */
  asset(name: string, acceptEncoding: string | undefined): PageAsset | undefined;
}

/** Manifest, worker, and the page without a connection. */
type AppFile = 'manifest.webmanifest' | 'service-worker.js' | 'offline.html';

export interface PageAsset {
  readonly type: string;
  readonly encoding: Encoding | undefined;
  readonly content: Buffer;
}

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.wasm': 'application/wasm',
  '.pfb': 'application/octet-stream',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
};

const TAILS: Readonly<Record<Encoding, string>> = { br: '.br', gzip: '.gz' };

/**
 * Reads a build; assets stay in memory after first use, since there are few and a sign-in storm must not wait for the
 * disk. @returns undefined when there is no build
 */
export function readPageBuild(folder: string): PageBuild | undefined {
  const html = textIn(folder, 'index.html');
  const paths = textIn(folder, 'pages.json');
  if (html === undefined || paths === undefined) return undefined;
  const names = new Set(readdirSync(join(folder, 'assets')));
  const read = remembered((name: string) => contentOf(join(folder, 'assets', name)));
  return {
    paths: parseJson(paths) as string[], // written by `tools/build-pages.ts`
    appFile: (name) => textIn(folder, name),
    shell: (nonce) => html.replaceAll(NONCE_PLACE, nonce),
    asset: (name, acceptEncoding) => {
      const type = TYPES[extname(name)];
      if (type === undefined || !names.has(name)) return undefined;
      const accepted = acceptedEncoding(acceptEncoding);
      const encoding = accepted && names.has(name + TAILS[accepted]) ? accepted : undefined;
      const content = read(encoding === undefined ? name : name + TAILS[encoding]);
      return content && { type, encoding, content };
    },
  };
}

const textIn = (folder: string, name: string): string | undefined => contentOf(join(folder, name))?.toString('utf8');

/** `undefined` when there is no such file; other disk errors are thrown. */
function contentOf(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch (error) {
    if (isMissingFile(error)) return undefined;
    throw error;
  }
}

/** Misses are not cached: a build writes its files one by one. */
function remembered<Value>(read: (name: string) => Value | undefined): (name: string) => Value | undefined {
  const known = new Map<string, Value>();
  return (name) => {
    const value = known.get(name) ?? read(name);
    if (value !== undefined) known.set(name, value);
    return value;
  };
}

const NOTHING_ELSE = "base-uri 'none'; frame-ancestors 'none'";

/** A worker has the policy of its own file (CSP 3 §4.1): this one fetches pages and runs nothing else. */
const WORKER_POLICY = `default-src 'none'; connect-src 'self'; ${NOTHING_ELSE}`;

interface Served {
  readonly path: string;
  readonly file: AppFile;
  readonly type: string;
  readonly policy: (content: string) => string;
}

const FILES: readonly Served[] = [
  {
    path: '/manifest.webmanifest',
    file: 'manifest.webmanifest',
    type: 'application/manifest+json; charset=utf-8',
    policy: () => `default-src 'none'; ${NOTHING_ELSE}`,
  },
  {
    path: '/service-worker.js',
    file: 'service-worker.js',
    type: 'text/javascript; charset=utf-8',
    policy: () => WORKER_POLICY,
  },
  {
    path: '/offline',
    file: 'offline.html',
    type: 'text/html; charset=utf-8',
    // The worker caches it with its headers, so it cannot have a nonce; its one style is allowed by its hash.
    policy: (page) => `default-src 'none'; style-src ${styleHash(page)}; form-action 'none'; ${NOTHING_ELSE}`,
  },
];

/** Serves the files that make the pages an installable app. `no-cache`: a new build shows at once. */
export function serveAppShell(server: FastifyInstance, paths: KnownPaths, build: PageBuild): void {
  for (const { path, file, type, policy } of FILES) {
    const content = build.appFile(file);
    if (content === undefined) continue;
    const headers = { 'content-type': type, 'cache-control': 'no-cache', 'content-security-policy': policy(content) };
    paths.add('GET', path);
    server.get(path, (_request, reply) => reply.headers(headers).send(content));
  }
}

function styleHash(page: string): string {
  const [, style = ''] = /<style>([\s\S]*?)<\/style>/.exec(page) ?? [];
  return `'sha256-${createHash('sha256').update(style).digest('base64')}'`;
}
