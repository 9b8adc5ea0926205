import type pg from 'pg';
import type { PostgresHost } from '../config/postgres-address.ts';
import { seconds } from '../kernel/durations.ts';

/** Options for connecting to one server. Certificate files are read at each connection, so that they can be renewed. */
export const hostOptions = ({ url }: PostgresHost): pg.ClientConfig => ({
  connectionString: asLibpq(url),
  keepAlive: true,
  keepAliveInitialDelayMillis: seconds(2), // then a probe each second; after ten without an answer the connection is dropped
  application_name: 'iskaznica',
});

/** pg treats every `sslmode` except `disable` as `verify-full`, unless told to read them as libpq does. */
function asLibpq(url: string): string {
  const address = new URL(url);
  const { searchParams } = address;
  if (searchParams.get('sslrootcert') === 'system') searchParams.delete('sslrootcert'); // the certificates that Node.js trusts
  if (searchParams.has('sslmode')) searchParams.set('uselibpqcompat', 'true');
  return address.href;
}
