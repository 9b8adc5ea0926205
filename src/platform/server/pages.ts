import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Logger } from 'pino';
import { AppError } from '../kernel/app-error.ts';
import type { KnownPaths } from './known-paths.ts';
import { readPageBuild, serveAppShell } from './page-build.ts';

const BUILT_PAGES = join(import.meta.dirname, '../../../web/dist');

declare module 'fastify' {
  interface FastifyInstance {
    /** Sends the shell with status 404: it says that there is no such page, and links back. Only with a build. */
    sendMissingPage?: (reply: FastifyReply) => FastifyReply;
  }
}

export interface PagesDeps {
  readonly paths: KnownPaths;
  readonly log: Logger;
  /** Where the build lies. */
  readonly folder?: string;
}

/**
 * Serves the built pages: one shell for every path the build knows, and its assets. They are not part of the API
 * description. Without a build the service runs, and these paths are 404.
 */
export function servePages(server: FastifyInstance, { paths, log, folder = BUILT_PAGES }: PagesDeps): void {
  const build = readPageBuild(folder);
  if (build === undefined) {
    log.warn({ folder }, 'pages are not built and will not be served: run `npm run build`');
    return;
  }
  for (const path of build.paths) {
    paths.add('GET', path);
    server.get(path, (_request, reply) => sendShell(reply, build.shell));
  }
  server.decorate('sendMissingPage', (reply: FastifyReply) => sendShell(reply.code(404), build.shell));
  serveAppShell(server, paths, build);
  paths.add('GET', '/assets/:name');
  server.get<{ Params: { name: string } }>('/assets/:name', (request, reply) => {
    const asset = build.asset(request.params.name, request.headers['accept-encoding']);
    if (asset === undefined) throw new AppError('request.not_found');
    if (!IS_DOCUMENT.test(request.params.name)) for (const name of OF_DOCUMENTS) reply.removeHeader(name);
    return reply
      .headers({ 'content-type': asset.type, 'cache-control': 'public, max-age=31536000, immutable' })
      .headers({ vary: 'accept-encoding', ...(asset.encoding ? { 'content-encoding': asset.encoding } : {}) })
      .headers(request.params.name.endsWith('.mjs') ? { 'content-security-policy': WORKER_POLICY } : {})
      .send(asset.content);
  });
}

/** Files that need a policy of their own: a picture opened by itself, and a worker. */
const IS_DOCUMENT = /\.(?:svg|mjs)$/;

/** Headers that only documents need. Scripts, styles and fonts go without them: the first page loads seven of those. */
const OF_DOCUMENTS = [
  ...['content-security-policy', 'x-frame-options'],
  ...['cross-origin-opener-policy', 'permissions-policy'],
];

/**
 * A worker follows the policy of its own file, not the page's (CSP 3 §4.1). Ours reads PDFs: it may compile WebAssembly
 * for the decoders of scanned pages, which pages may not. It fetches nothing by itself.
 */
const WORKER_POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; base-uri 'none'; frame-ancestors 'none'";

/** `no-cache`: a page from before an update would request assets that are gone. */
function sendShell(reply: FastifyReply, shell: (nonce: string) => string): FastifyReply {
  const nonce = randomBytes(16).toString('base64url');
  return reply
    .headers({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' })
    .header('content-security-policy', policyWith(nonce))
    .send(shell(nonce));
}

/**
 * No inline script, nothing from elsewhere. The nonce is for the style elements that Mantine adds at run time. `blob:`
 * previews a picture before it is uploaded, `data:` is the QR image of a second factor.
 */
const policyWith = (nonce: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
