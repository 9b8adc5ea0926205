import type pg from 'pg';
import type { PostgresHost } from '../config/postgres-address.ts';
import { seconds } from '../kernel/durations.ts';

/** How a client reaches one server. Files of certificates are read at each connection, so that they may be renewed. */
export const hostOptions = ({ url }: PostgresHost): pg.ClientConfig => ({
  connectionString: asLibpq(url),
  keepAlive: true,
  keepAliveInitialDelayMillis: seconds(2), // then a probe each second; after ten without an answer the connection is gone
  application_name: 'iskaznica',
});

/** pg takes every `sslmode` but `disable` for `verify-full`, unless it is told to read them as libpq does. */
function asLibpq(url: string): string {
  const address = new URL(url);
  const { searchParams } = address;
  if (searchParams.get('sslrootcert') === 'system') searchParams.delete('sslrootcert'); // what Node.js trusts
  if (searchParams.has('sslmode')) searchParams.set('uselibpqcompat', 'true');
  return address.href;
}
