import { createServer, type IncomingMessage, type Server } from 'node:http';
import { DatabaseSync } from 'node:sqlite';
import { answerOrder, isOrder, type Order } from '../client/answer-order.ts';
import type { ServiceEvent } from '../client/follow-events.ts';
import { webhookVerifier } from '../client/verify-webhook.ts';
import type { User } from '../client/wire-types.ts';
import { listMembers } from './list-members.ts';

export interface MirrorOptions {
  /** Origin of the accounts service. */
  readonly baseUrl: string;
  /** A service with the scope `users:read`. */
  readonly clientId: string;
  readonly clientSecret: string;
  /** `whsec_…` of its subscription, of the form `push` and with a purpose. */
  readonly secret: string;
  /** Where people and the place in the log are kept. */
  readonly file: string;
}

const SCHEMA = `
  PRAGMA journal_mode = WAL;
  CREATE TABLE IF NOT EXISTS people (sub TEXT PRIMARY KEY, name TEXT NOT NULL, email TEXT NOT NULL, may_enter INTEGER NOT NULL);
  CREATE TABLE IF NOT EXISTS place (id INTEGER PRIMARY KEY CHECK (id = 1), seq INTEGER NOT NULL);
  CREATE TABLE IF NOT EXISTS orders (id TEXT PRIMARY KEY, body TEXT NOT NULL, answered_at TEXT);`;

/** Larger than any event. */
const LARGEST = 65_536;
const TRY_AGAIN_AFTER = 60_000;

/** An application that knows the people of its federation without asking for them, and forgets whom it is told to forget. */
export async function openMirror(options: MirrorOptions): Promise<Server> {
  const db = new DatabaseSync(options.file);
  db.exec(SCHEMA);
  const verify = webhookVerifier({ secrets: options.secret });
  await readAll(db, options);
  const answering = setInterval(() => void answerOrders(db, options.secret), TRY_AGAIN_AFTER).unref();
  void answerOrders(db, options.secret); // those that a crash left
  const server = createServer(async (request, response) => {
    const body = await bodyOf(request);
    const webhook = body && (await verify(request.headers, body));
    if (!webhook) return response.writeHead(401).end();
    const { message } = webhook;
    if (isOrder(message)) {
      takeOrder(db, message);
      response.writeHead(202).end();
      return answerOrders(db, options.secret);
    }
    if (READ_ANEW.has(message.type)) await readAll(db, options);
    return response.writeHead(takeEvent(db, message) ? 204 : 500).end();
  });
  return server.on('close', () => {
    clearInterval(answering);
    db.close();
  });
}

/**
 * The present state: at the first start, whenever events are missing, and when who belongs here has changed otherwise than one by one. What
 * changed meanwhile comes as events anyway.
 */
async function readAll(db: DatabaseSync, options: MirrorOptions): Promise<void> {
  const present: User[] = [];
  for await (const member of listMembers(options)) present.push(member);
  inTransaction(db, () => {
    db.exec('UPDATE people SET may_enter = 0');
    for (const { id, full_name, email } of present) putPerson(db, String(id), full_name, email);
    for (const { id } of present) db.prepare('UPDATE people SET may_enter = 1 WHERE sub = ?').run(String(id));
  });
}

function inTransaction(db: DatabaseSync, act: () => void): void {
  db.exec('BEGIN IMMEDIATE');
  try {
    act();
    db.exec('COMMIT');
  } catch (error) {
    db.exec('ROLLBACK');
    throw error;
  }
}

function putPerson(db: DatabaseSync, sub: string, name: string, email: string): void {
  const put =
    'INSERT INTO people VALUES (?, ?, ?, 1) ON CONFLICT (sub) DO UPDATE SET name = excluded.name, email = excluded.email';
  db.prepare(put).run(sub, name, email);
}

/** Something is not sent any more; an account became one with another; somebody came from another club, or left this one. */
const READ_ANEW: ReadonlySet<string> = new Set([
  ...['events.gap', 'user.merge', 'user.unmerge'],
  ...['membership.create', 'membership.update', 'membership.suspend', 'membership.end'],
]);
const CLOSED: ReadonlySet<string> = new Set(['user.suspend', 'user.delete']);
const OPENED: ReadonlySet<string> = new Set(['user.unsuspend', 'user.restore']);

/** Takes an event and the place after it in one transaction. False when one before it is missing: it comes again. */
function takeEvent(db: DatabaseSync, { type, data }: ServiceEvent): boolean {
  const { seq, previous_seq: previous, sub, person } = data;
  if (type === 'events.test') return true;
  const place = db.prepare('SELECT seq FROM place').get() as { seq: number } | undefined;
  if (place !== undefined && seq <= place.seq) return true; // taken before
  if (place !== undefined && previous !== place.seq) return false;
  inTransaction(db, () => {
    if (sub !== null && person) putPerson(db, sub, `${person.ime} ${person.prezime}`, person.email);
    const mayEnter = db.prepare('UPDATE people SET may_enter = ? WHERE sub = ?');
    if (CLOSED.has(type)) mayEnter.run(0, sub);
    if (OPENED.has(type)) mayEnter.run(1, sub);
    if (type === 'erasure.complete') db.prepare('DELETE FROM people WHERE sub = ?').run(sub);
    db.prepare('INSERT INTO place VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET seq = excluded.seq').run(seq);
  });
  return true;
}

/** Keeps the order, which may come twice; it is carried out and answered after that. */
function takeOrder(db: DatabaseSync, order: Order): void {
  const keep = 'INSERT INTO orders VALUES (?, ?, NULL) ON CONFLICT (id) DO NOTHING';
  db.prepare(keep).run(order.data.order_id, JSON.stringify(order));
}

/** Carries out what is not answered yet, and keeps nothing but the id then. What could not be answered is tried again. */
async function answerOrders(db: DatabaseSync, secret: string): Promise<void> {
  const open = db.prepare('SELECT body FROM orders WHERE answered_at IS NULL').all() as { body: string }[];
  for (const { body } of open) {
    const order = JSON.parse(body) as Order;
    try {
      await answerOrder(order, { answer: carryOut(db, order) }, { secret });
      const note = db.prepare("UPDATE orders SET answered_at = ?, body = '' WHERE id = ?");
      note.run(new Date().toISOString(), order.data.order_id);
    } catch (error) {
      console.warn(`The order ${order.data.order_id} is not answered yet: ${error}`);
    }
  }
}

/** `done` also when a crash came between erasing and answering. */
function carryOut(db: DatabaseSync, { type, data: { sub } }: Order): 'done' | 'unknown' {
  if (type === 'order.erase') {
    db.prepare('DELETE FROM people WHERE sub = ?').run(sub);
    return 'done';
  }
  return db.prepare('SELECT 1 FROM people WHERE sub = ?').get(sub) === undefined ? 'unknown' : 'done'; // an event with the new names follows
}

async function bodyOf(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > LARGEST) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
