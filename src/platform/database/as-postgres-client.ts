import type pg from 'pg';
import { postgresHosts } from '../config/postgres-address.ts';
import type { Secret } from '../kernel/secret.ts';
import { hostOptions } from './postgres-options.ts';

/** One connection to the server that takes writes. Its library is loaded here, so that a start on the embedded store does without. */
export async function asPostgresClient<Result>(
  url: Secret,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const [{ default: library }, { findPrimary }] = await Promise.all([import('pg'), import('./postgres-primary.ts')]);
  const { host } = await findPrimary(postgresHosts(url.reveal()) ?? []);
  const client = new library.Client({ ...hostOptions(host), connectionTimeoutMillis: 3000 });
  client.on('error', () => {}); // one that idles while its lock is held may break; the next query reports it
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
