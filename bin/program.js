/**
 * The two programs, and how they start: from their joined files where these are newer than every source, else from the source
 * (docs/decisions/0020-joined-files.md). Whoever edits a file runs what they edited.
 */
import { readdirSync, statSync } from 'node:fs';

const BUILT = new URL('../build/', import.meta.url);
const SOURCE = new URL('../src/', import.meta.url);

/** @param {'main' | 'cli'} name */
export const startProgram = (name) =>
  import((isBuilt() ? new URL(`${name}.js`, BUILT) : new URL(`${name}.ts`, SOURCE)).href);

function isBuilt() {
  const builtAt = writtenAt(new URL('main.js', BUILT));
  return builtAt > 0 && sources().every((path) => writtenAt(new URL(path, SOURCE)) <= builtAt);
}

const sources = () =>
  readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter(
    (path) => path.endsWith('.ts') && !path.endsWith('.test.ts'),
  );

/** @param {URL} file Milliseconds of the epoch; 0 where there is none. */
const writtenAt = (file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
