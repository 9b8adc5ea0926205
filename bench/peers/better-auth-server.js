/** better-auth on the embedded store, with the same durability as ours. It is copied into the folder where better-auth is installed, and run there. */
import { createServer } from 'node:http';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { betterAuth } from 'better-auth';
import { getMigrations } from 'better-auth/db/migration';
import { toNodeHandler } from 'better-auth/node';

const database = new DatabaseSync(join(import.meta.dirname, 'peer.db'));
database.exec('pragma journal_mode = wal; pragma synchronous = full');
let answer = (_request, response) => response.end();
const server = createServer((request, response) => answer(request, response));
server.listen(0, '127.0.0.1', async () => {
  const { port } = server.address();
  const options = {
    database,
    secret: crypto.randomUUID() + crypto.randomUUID(),
    baseURL: `http://127.0.0.1:${port}`,
    emailAndPassword: { enabled: true },
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: { disabled: true },
  };
  await (await getMigrations(options)).runMigrations();
  answer = toNodeHandler(betterAuth(options));
  console.log(JSON.stringify({ port }));
});
process.on('SIGTERM', () => process.exit(0));
