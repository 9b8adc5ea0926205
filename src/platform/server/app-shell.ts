import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { KnownPaths } from './known-paths.ts';
import type { AppFile, PageBuild } from './page-build.ts';

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
