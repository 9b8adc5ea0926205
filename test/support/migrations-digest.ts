import { hash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = join(import.meta.dirname, '../../src/platform/database/migrations');

/** A name for the schema that these migrations create. */
export function migrationsDigest(): string {
  const sources = readdirSync(FOLDER)
    .sort()
    .map((file) => readFileSync(join(FOLDER, file), 'utf8'));
  return hash('sha256', sources.join('\0')).slice(0, 16);
}
