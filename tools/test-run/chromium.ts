import { existsSync } from 'node:fs';
import type { Engine } from './engine-probe.ts';

/** Debian's paths. The headless shell is the same engine and takes a quarter less processor time. */
const PLACES = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];

/** Chromium at `TEST_CHROMIUM`, else where Debian puts it. */
export function findChromium(demanded: string | undefined): Engine {
  const path = demanded ?? PLACES.find(existsSync) ?? '';
  const problem = existsSync(path) ? undefined : `not found at ${path || PLACES.join(' or ')}`;
  return { name: 'Chromium', url: path, demanded: demanded !== undefined, problem };
}
