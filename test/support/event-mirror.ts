/**
 * A receiver of events as an application would write it, in a process of its own that may be killed at any moment: what it has taken is in
 * one SQLite file, each event with the place up to which everything was taken. Run with `MIRROR_FILE`, `MIRROR_SECRET`, `MIRROR_PORT`.
 */
import { createServer } from 'node:http';
import { DatabaseSync } from 'node:sqlite';
import { webhookVerifier } from '../../client/verify-webhook.ts';

const { MIRROR_FILE = '', MIRROR_SECRET = '', MIRROR_PORT = '' } = process.env;

const db = new DatabaseSync(MIRROR_FILE);
db.exec(`
  PRAGMA journal_mode = WAL;
  PRAGMA busy_timeout = 5000;
  CREATE TABLE IF NOT EXISTS taken (seq INTEGER PRIMARY KEY, hash TEXT NOT NULL, previous_seq INTEGER NOT NULL, id TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS repeated (seq INTEGER NOT NULL, id TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS refused (why TEXT NOT NULL);
`);
const last = db.prepare('SELECT seq FROM taken ORDER BY seq DESC LIMIT 1');
const take = db.prepare('INSERT INTO taken VALUES (?, ?, ?, ?)');
const repeat = db.prepare('INSERT INTO repeated VALUES (?, ?)');
const refuse = db.prepare('INSERT INTO refused VALUES (?)');
const verify = webhookVerifier({ secrets: MIRROR_SECRET });

createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const webhook = await verify(request.headers, Buffer.concat(chunks));
  response.writeHead(webhook === undefined ? 401 : takeIt(webhook.id, webhook.message.data as Place)).end();
}).listen(Number(MIRROR_PORT), '127.0.0.1', () => process.send?.('ready'));

interface Place {
  readonly seq: number;
  readonly hash: string;
  readonly previous_seq: number;
}

/** One statement, so one transaction: the event and the place are taken together or not at all. */
function takeIt(id: string, { seq, hash, previous_seq: previous }: Place): number {
  const row = last.get() as { seq: number } | undefined;
  if (row !== undefined && seq <= row.seq) {
    repeat.run(seq, id);
    return 204;
  }
  if (row !== undefined && previous !== row.seq) {
    refuse.run(`${seq} after ${previous}, but the last is ${row.seq}`);
    return 500;
  }
  take.run(seq, hash, previous, id);
  return 204;
}
