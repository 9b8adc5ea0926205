import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';

const BLUE = '#0b4a7a';
const SIDES = [192, 512] as const;
/** Systems crop icons to their own shapes, so the drawing stays within the middle four fifths. */
const SAFE = 0.8;

interface AppShell {
  /** `web`. */
  readonly pages: string;
  readonly dist: string;
  /** The names of the built files: they change with their contents. */
  readonly names: readonly string[];
}

/** Builds the files that make the pages an installable app: icons, manifest, offline page and worker. */
export async function buildAppShell({ pages, dist, names }: AppShell): Promise<void> {
  const source = (name: string) => readFileSync(join(pages, 'app-shell', name), 'utf8');
  mkdirSync(join(dist, 'assets'), { recursive: true });
  const icons = await Promise.all(SIDES.flatMap((side) => [iconOf(pages, dist, side), maskableOf(pages, dist, side)]));
  const offline = source('offline.html');
  const build = digest([...names, offline, JSON.stringify(icons)].join('\n'));
  writeFileSync(join(dist, 'manifest.webmanifest'), JSON.stringify(manifestWith(icons)));
  writeFileSync(join(dist, 'offline.html'), offline);
  writeFileSync(join(dist, 'service-worker.js'), source('service-worker.js').replace('BUILD_ID', build));
}

const manifestWith = (icons: readonly object[]) => ({
  name: 'Iskaznica',
  short_name: 'Iskaznica',
  lang: 'hr',
  id: '/',
  start_url: '/',
  scope: '/',
  display: 'standalone',
  background_color: '#f6f5f3',
  theme_color: BLUE,
  icons,
});

const drawing = (pages: string): string => join(pages, 'styles/iskaznica.svg');

async function iconOf(pages: string, dist: string, side: number) {
  const content = await sharp(drawing(pages), { density: 72 * (side / 32) })
    .resize(side)
    .png()
    .toBuffer();
  return { ...written(dist, `icon-${side}`, content), sizes: `${side}x${side}`, purpose: 'any' };
}

async function maskableOf(pages: string, dist: string, side: number) {
  const inner = Math.round(side * SAFE);
  const mark = await sharp(drawing(pages), { density: 72 * (inner / 32) })
    .resize(inner)
    .png()
    .toBuffer();
  const ground = { create: { width: side, height: side, channels: 4, background: BLUE } } as const;
  const content = await sharp(ground)
    .composite([{ input: mark }])
    .png()
    .toBuffer();
  return { ...written(dist, `icon-maskable-${side}`, content), sizes: `${side}x${side}`, purpose: 'maskable' };
}

function written(dist: string, name: string, content: Buffer) {
  const file = `${name}-${digest(content)}.png`;
  writeFileSync(join(dist, 'assets', file), content);
  return { src: `/assets/${file}`, type: 'image/png' };
}

const digest = (content: string | Buffer): string => createHash('sha256').update(content).digest('hex').slice(0, 12);
