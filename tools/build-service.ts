/**
 * `npm run build` and `prepare`: joins the service and its programs into a few files in build/
 * (docs/decisions/0020-joined-files.md). `--if-possible` as in `build-pages.ts`.
 */
import { resolve } from 'node:path';
import { joinService } from './joined/join-service.ts';

const files = await joinService(resolve(import.meta.dirname, '../build'));
if (files !== undefined) {
  console.log(`service: joined into ${files} files`);
} else if (process.argv.includes('--if-possible')) {
  console.log('service: not joined, since the development packages are not installed');
} else {
  console.error('service: cannot be joined without the development packages: run `npm ci`');
  process.exitCode = 1;
}
