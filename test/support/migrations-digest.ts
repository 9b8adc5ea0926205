import { hash } from 'node:crypto';
import { appSchema, tables } from '../../src/entry/app/app-schema.ts';
import { creationOf } from '../../src/platform/database/create-tables.ts';

/** A name for the schema that a new store of this build has. */
export function migrationsDigest(): string {
  const steps = Object.keys(appSchema.steps);
  return hash(
    'sha256',
    [...steps, ...creationOf(tables, 'sqlite'), ...creationOf(tables, 'postgres')].join('\0'),
  ).slice(0, 16);
}
