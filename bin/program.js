/**
 * The two programs, and how they start: from their joined files where these are newer than all that they were made of, else from the source
 * (docs/decisions/0020-joined-files.md). Whoever edits a file runs what they edited.
 */
import { readdirSync, statSync } from 'node:fs';

const BUILT = new URL('../build/', import.meta.url);
const SOURCE = new URL('../src/', import.meta.url);
const PACKAGES = new URL('../node_modules/', import.meta.url);

/** Joined with the service, since each has hundreds of files. */
export const JOINED_PACKAGES = ['kysely', 'typebox'];

/** @param {'main' | 'cli'} name */
export const startProgram = (name) =>
  import((isBuilt() ? new URL(`${name}.js`, BUILT) : new URL(`${name}.ts`, SOURCE)).href);

/** Whether the joined files are newer than all that they were made of. */
export function isBuilt() {
  const builtAt = writtenAt(new URL('main.js', BUILT));
  return builtAt > 0 && madeOf().every((file) => writtenAt(file) <= builtAt);
}

function madeOf() {
  const paths = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' });
  const sources = paths.filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'));
  return [
    ...sources.map((path) => new URL(path, SOURCE)),
    ...JOINED_PACKAGES.map((name) => new URL(`${name}/package.json`, PACKAGES)),
  ];
}

/** @param {URL} file Milliseconds of the epoch; 0 where there is none. */
const writtenAt = (file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
