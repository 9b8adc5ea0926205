// engine: both
import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { request } from 'node:http';
import { type TestContext, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '../../src/platform/database/database.ts';
import { formBody } from '../support/form-body.ts';
import { ADMIN, seedAdmin } from '../support/seeded-admin.ts';
import { PROCESS_PASSWORD } from '../support/seeded-store.ts';
import { freePort, type ServiceProcess, startProcess } from '../support/service-process.ts';
import { testEngine } from '../support/test-engine.ts';
import { roundsOr, timeFor } from '../support/test-rounds.ts';

const ROWS = 5000;
/** Every tenth row is wrong, every tenth repeats the one before. */
const fileOf = (rows: number, name: (row: number) => string): string => {
  const line = (row: number) => {
    if (row % 10 === 3) return `nije adresa,Iva,Ivić ${row}`;
    return `${name(row % 10 === 7 ? row - 1 : row)}@example.hr,Iva,Čavić ${row}`;
  };
  return `email,ime,prezime\n${Array.from({ length: rows }, (_, row) => line(row)).join('\n')}\n`;
};

// biome-ignore lint/suspicious/noExplicitAny: a test states what it expects of a body
function upload(node: ServiceProcess, token: string, csv: string, query = ''): Promise<any> {
  const form = formBody([{ bytes: csv, filename: 'a.csv' }]);
  const headers = { ...form.headers, authorization: `Bearer ${token}`, 'content-length': form.payload.length };
  return new Promise((resolve, reject) => {
    const path = `/api/admin/imports${query}`;
    const sent = request({ host: '127.0.0.1', port: node.port, method: 'POST', path, headers }, async (answer) => {
      const text = (await answer.toArray()).join('');
      if (answer.statusCode === 202) resolve(JSON.parse(text));
      else reject(new Error(text));
    });
    sent.on('error', reject);
    sent.end(form.payload);
  });
}

/** Waits until the import has done that many rows. Returns whether it still runs. */
async function untilDone({ read }: Database, id: number, rows: number): Promise<boolean> {
  for (; ; await pause(5)) {
    const query = read.selectFrom('imports').select(['status', 'created', 'skipped', 'failed']).where('id', '=', id);
    const { status, created, skipped, failed } = await query.executeTakeFirstOrThrow();
    if (created + skipped + failed >= rows) return status === 'running';
  }
}

async function untilOver(node: ServiceProcess, token: string, id: number) {
  for (;;) {
    const { body } = await node.call(`GET /api/admin/imports/${id}`, { token });
    if (body.status !== 'queued' && body.status !== 'running') return body;
    await pause(50);
  }
}

/** Each row has one outcome; each created person has one row, one audit record and their search words. */
async function assertWhole({ read }: Database, id: number, rows: number): Promise<void> {
  const outcomes = await read
    .selectFrom('import_rows')
    .selectAll()
    .where('import_id', '=', id)
    .orderBy('line')
    .execute();
  assert.deepEqual(
    outcomes.map(({ line }) => line),
    Array.from({ length: rows }, (_, row) => row + 2),
  );
  const created = outcomes.flatMap(({ user_id }) => user_id ?? []);
  assert.equal(created.length, rows * 0.8);
  assert.equal(outcomes.filter(({ reason }) => reason === 'duplicate_in_file').length, rows * 0.1);
  const trail = await read
    .selectFrom('audit_records')
    .select(['user_id', 'meta'])
    .where('action', '=', 'user.create')
    .execute();
  const recorded = trail.filter(({ meta }) => JSON.parse(meta).import_id === id).map(({ user_id }) => user_id);
  assert.deepEqual(recorded.toSorted(byNumber), created.toSorted(byNumber));
  const worded = await read.selectFrom('user_words').select('user_id').distinct().execute();
  const found = new Set(worded.map(({ user_id }) => user_id));
  assert.ok(created.every((user) => found.has(user)));
}

const byNumber = (one: number | null, other: number | null): number => (one ?? 0) - (other ?? 0);

test('kill -9 during imports: each row is applied once', { timeout: timeFor(600_000) }, async (t) => {
  const store = await seedAdmin(t);
  const port = await freePort();
  let node = await startProcess(t, store.env, port);
  let kills = 0;
  for (let round = 1; round <= roundsOr(2); round++) {
    const { body } = await node.signIn(ADMIN, PROCESS_PASSWORD);
    const token = body.access_token;
    const { id } = await upload(
      node,
      token,
      fileOf(ROWS, (row) => `r${round}-${row}`),
      '?invite=1',
    );
    for (let kill = 0; kill < 2; kill++) {
      const third = Math.floor(ROWS / 3);
      if (await untilDone(store.database, id, 1 + randomInt(third) + kill * third)) kills += 1;
      await node.kill();
      node = await startProcess(t, store.env, port);
    }
    const done = await untilOver(node, token, id);
    assert.deepEqual(
      [done.status, done.total, done.created, done.skipped, done.failed],
      ['completed', ROWS, ROWS * 0.8, 0, ROWS * 0.2],
    );
    await assertWhole(store.database, id, ROWS);
    const invitations = store.database.read.selectFrom('mails').select('user_id').where('kind', '=', 'invitation');
    assert.equal((await invitations.distinct().execute()).length, ROWS * 0.8 * round);
  }
  await node.kill(); // it may still write mails into the folder that is removed next
  t.diagnostic(`killed ${kills} times while it ran`);
  assert.ok(kills > 0);
});

test('progress is streamed over a socket and ends with the import; a client that disconnects is dropped', async (t) => {
  const store = await seedAdmin(t);
  const node = await startProcess(t, store.env);
  const token = (await node.signIn(ADMIN, PROCESS_PASSWORD)).body.access_token;
  const { id } = await upload(
    node,
    token,
    fileOf(ROWS, (row) => `e${row}`),
  );
  const { events, head } = await follow(node, token, id);
  assert.equal(head['content-type'], 'text/event-stream; charset=utf-8');
  const last = events.at(-1);
  assert.deepEqual([last?.event, last?.data.status, last?.data.created], ['end', 'completed', ROWS * 0.8]);
  assert.ok(events.slice(0, -1).every(({ event }) => event === 'progress'));
  assert.deepEqual(last?.data, (await node.call(`GET /api/admin/imports/${id}`, { token })).body);
  const created = events.map(({ data }) => data.created);
  assert.deepEqual(created, created.toSorted(byNumber));
  assert.equal((await node.call(`GET /api/admin/imports/${id}/events`)).status, 401);
  const { id: second } = await upload(
    node,
    token,
    fileOf(ROWS, (row) => `f${row}`),
  );
  await follow(node, token, second, 1); // leaves after the first event
  const { ms } = await node.stop();
  assert.ok(ms < 5000, `stopped in ${ms} ms`);
});

interface Followed {
  readonly head: Readonly<Record<string, unknown>>;
  // biome-ignore lint/suspicious/noExplicitAny: a test states what it expects of a body
  readonly events: { event: string; data: any }[];
}

function follow(node: ServiceProcess, token: string, id: number, most = Number.POSITIVE_INFINITY): Promise<Followed> {
  const path = `/api/admin/imports/${id}/events`;
  const headers = { authorization: `Bearer ${token}` };
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port: node.port, path, headers }, async (answer) => {
      const events: Followed['events'] = [];
      let text = '';
      try {
        for await (const chunk of answer.setEncoding('utf8')) {
          text += chunk;
          const blocks = text.split('\n\n');
          text = blocks.pop() ?? '';
          for (const [, event = '', data = ''] of blocks.map((block) => /^event: (\w+)\ndata: (.*)$/.exec(block) ?? []))
            events.push({ event, data: JSON.parse(data) });
          if (events.length >= most) break;
        }
        resolve({ head: answer.headers, events });
      } catch (error) {
        reject(error);
      }
    });
    sent.on('error', reject);
    sent.end();
  });
}

const importAtTwoNodes = async (t: TestContext) => {
  const store = await seedAdmin(t);
  const nodes = await Promise.all([startProcess(t, store.env), startProcess(t, store.env)]);
  const token = (await nodes[0].signIn(ADMIN, PROCESS_PASSWORD)).body.access_token;
  const file = fileOf(2000, (row) => `z${row}`);
  const queued = await Promise.all(nodes.map((node) => upload(node, token, file)));
  const done = await Promise.all(queued.map(({ id }) => untilOver(nodes[0], token, id)));
  const sum = (count: 'created' | 'skipped') => done.reduce((total, one) => total + one[count], 0);
  assert.deepEqual([sum('created'), sum('skipped')], [1600, 1600]);
  const people = await store.database.read.selectFrom('users').select('email').where('email', 'like', 'z%').execute();
  assert.deepEqual([people.length, new Set(people.map(({ email }) => email)).size], [1600, 1600]);
  await Promise.all(nodes.map((node) => node.kill()));
};

// An embedded store has one node: the test does not apply there, rather than being skipped.
if (testEngine === 'postgres')
  test(
    'two nodes import overlapping files at once: one person for each address',
    { timeout: timeFor(300_000) },
    importAtTwoNodes,
  );
