/** Starts what `npm ci` and `npm run build` have joined (docs/decisions/0020-joined-files.md). `npm run dev` runs the source. */
import { existsSync } from 'node:fs';

/** Joined with the service, since each has hundreds of files. */
export const JOINED_PACKAGES = ['kysely', 'typebox'];

/** @param {'main' | 'cli' | 'demo'} name */
export async function startProgram(name) {
  const program = new URL(`../build/${name}.js`, import.meta.url);
  if (existsSync(program)) return import(program.href);
  console.error(
    'The service is not built. Run `npm run build`; it needs the development packages, which `npm ci` installs.',
  );
  process.exit(1);
}
