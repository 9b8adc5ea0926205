import { globSync, readFileSync, statSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { textsIn } from '../src/platform/words/catalogue.ts';
import { PAGE_PATHS } from './routing/pages.ts';

/** The service serves the paths that the build names, so the two cannot disagree. */
const namePages: Plugin = {
  name: 'name-pages',
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: 'pages.json', source: JSON.stringify(Object.values(PAGE_PATHS)) });
  },
};

/** Mantine's palette by name, without the colours that no page uses: an eighth of the first styles. */
const dropColors: Plugin = {
  name: 'drop-colors',
  transform: (code, id) =>
    id.includes('default-css-variables.css')
      ? code.replaceAll(
          /--mantine-color-(?:blue|cyan|grape|green|indigo|lime|orange|pink|teal|violet|yellow)-[\w-]+:[^;}]+;/g,
          '',
        )
      : undefined,
};

const CATALOGUES = `${import.meta.dirname}/i18n/catalogues`;

async function textsOf(file: string, language: string): Promise<Readonly<Record<string, string>>> {
  const { texts } = await import(`${pathToFileURL(file).href}?${statSync(file).mtimeMs}`);
  return textsIn(texts, language === 'en' ? 'en' : 'hr');
}

/**
 * A catalogue has both languages side by side. A page loads one: `imports.ts?hr` is what `imports.ts` says in Croatian, and
 * `virtual:texts-of-most-pages?hr` what all files of `most-pages` do, of which most pages need several: as files of their own each would be a request.
 */
const splitLanguages: Plugin = {
  name: 'split-languages',
  resolveId: (id) => (id.startsWith('virtual:texts-of-most-pages?') ? id : undefined),
  async load(id) {
    const [, file = '', language = ''] = /^(.*)\?(hr|en)$/.exec(id) ?? [];
    const isOfMost = file === 'virtual:texts-of-most-pages';
    if (!isOfMost && !/\/i18n\/catalogues\/[^/]*\.ts$/.test(file)) return undefined;
    const files = isOfMost ? globSync(`${CATALOGUES}/most-pages/*.ts`).sort() : [file];
    for (const one of files) this.addWatchFile(one);
    const texts = Object.assign({}, ...(await Promise.all(files.map((one) => textsOf(one, language)))));
    return `export default ${JSON.stringify(texts)};`;
  },
};

/** What rooms declare and pages show: a page gets the values of `web/declared`, made here, without the service's code. */
const declared: Plugin = {
  name: 'declared',
  async load(id) {
    if (!/\/web\/declared\/[^/?]*\.ts$/.test(id)) return undefined;
    const made = await import(`${pathToFileURL(id).href}?${statSync(id).mtimeMs}`);
    const names = Object.keys(made);
    return names.map((name) => `export const ${name} = ${JSON.stringify(made[name])};`).join('\n');
  },
};

/** Written by `tools/build-app-shell.ts`; a link in the shell itself would have to name a file of the sources. */
const linkManifest: Plugin = {
  name: 'link-manifest',
  apply: 'build',
  transformIndexHtml: () => [
    { tag: 'link', attrs: { rel: 'manifest', href: '/manifest.webmanifest' }, injectTo: 'head' },
  ],
};

/** Drawn from the shell itself, before any script has come. */
const markInShell: Plugin = {
  name: 'mark-in-shell',
  transformIndexHtml: (shell) =>
    shell.replace('<!-- mark -->', readFileSync(`${import.meta.dirname}/styles/iskaznica.svg`, 'utf8')),
};

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), splitLanguages, declared, dropColors, namePages, linkManifest, markInShell],
  html: { cspNonce: 'PAGE_NONCE' },
  build: {
    target: 'es2022',
    modulePreload: { polyfill: false }, // browsers without it load the same a little later
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    emptyOutDir: true,
    license: false,
    // What the first page needs is one chunk: split by shared use, each piece would cost a request and 600 bytes of headers.
    // The styles of all other pages are another, loaded with the layout: split by page, each page would wait for its own, and
    // break when that request is cut off. What at least two pages share is one chunk with the frame: 158 chunks, most below 1 KB,
    // were 50 to 70 requests for a first page.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'start', tags: ['$initial'], priority: 2 },
            { name: 'frame-styles', test: /\.css$/, priority: 1 },
            // The sign-in page looks for a passkey at once, and must not load the frame for that.
            { name: 'passkeys', test: /\/web\/(auth\/passkey|sign-in\/login-passkey)/, priority: 1 },
            { name: 'frame', test: /\.m?[jt]sx?$/, minShareCount: 2, priority: 0 },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': 'http://127.0.0.1:8080', '/uploads': 'http://127.0.0.1:8080' } },
});
