import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { openImportFixture } from '../test/support/import-fixture.ts';
import { PASSWORD } from '../test/support/test-service.ts';
import { followImport } from './follow-import.ts';
import { createClient } from './iskaznica-client.ts';
import { memoryStorage, STORAGE_KEYS } from './stored-session.ts';
import type { Import } from './wire-types.ts';

const at = (status: string, created: number) => ({ id: 7, status, created }) as Import;
const said = (event: string, data: Import) => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;

const streamOf = (...pieces: string[]): ReadableStream<Uint8Array> =>
  new ReadableStream({
    start: (to) => {
      for (const piece of pieces) to.enqueue(new TextEncoder().encode(piece));
      to.close();
    },
  });

/** A client of somebody signed in whom `answer` answers. */
function clientOf(answer: (path: string) => Response) {
  const storage = memoryStorage();
  storage.setItem(STORAGE_KEYS.access, `.${btoa(JSON.stringify({ exp: 4e9 }))}.`);
  return createClient({
    baseUrl: 'http://example.test',
    storage,
    fetch: async (request) => answer(new URL((request as Request).url).pathname),
  });
}

const withoutWaiting = async () => {};

/** Follows import 7 through scripted responses, without waiting. */
async function follow(streams: (() => ReadableStream<Uint8Array>)[], polls: Import[] = []) {
  const [seen, calls] = [[] as number[], [] as string[]];
  const client = clientOf((path) => {
    calls.push(path === '/api/admin/imports/7/events' ? 'events' : path === '/api/admin/imports/7' ? 'get' : path);
    if (calls.at(-1) === 'get') return Response.json(polls.shift() ?? at('completed', 9));
    const next = streams.shift();
    if (next === undefined) throw new Error('No stream gets through');
    return new Response(next());
  });
  const { signal } = new AbortController();
  const end = await followImport(client, 7, ({ created }) => seen.push(created), signal, withoutWaiting);
  return { seen, calls, end };
}

test('a stream that breaks in the middle of a word is opened anew', async () => {
  const broken = said('progress', at('running', 2));
  const { seen, calls, end } = await follow([
    () => streamOf(said('progress', at('running', 1)), ': \n\n', broken.slice(0, 20), broken.slice(20), 'event: pro'),
    () => streamOf(said('progress', at('running', 3)), said('end', at('completed', 4))),
  ]);
  assert.deepEqual([seen, calls, end.status], [[1, 2, 3, 4], ['events', 'events'], 'completed']);
});

test('where no stream gets through, it is asked by plain calls', async () => {
  const { seen, calls } = await follow([], [at('running', 5), at('running', 6), at('completed', 7)]);
  assert.deepEqual(calls, ['events', 'events', 'get', 'get', 'get']);
  assert.deepEqual(seen, [5, 6, 7]);
});

test('an import that is not there is an error at once, and who turns away stops it', async () => {
  const never = new AbortController().signal;
  const missing = clientOf(() => Response.json({ code: 'imports.not_found' }, { status: 404 }));
  await assert.rejects(
    followImport(missing, 7, () => {}, never, withoutWaiting),
    { code: 'imports.not_found' },
  );
  const leaving = new AbortController();
  const running = clientOf(() => new Response(streamOf(said('progress', at('running', 1)))));
  await assert.rejects(
    followImport(running, 7, () => leaving.abort(), leaving.signal),
    { name: 'AbortError' },
  );
});

test('an import of the service is followed with a token to its end', async (t) => {
  const { service, run } = await openImportFixture(t);
  await service.addPerson({ email: 'uprava@example.hr', role: 'admin' });
  const done = await run('email\nana@example.hr\n');
  await service.server.listen({ host: '127.0.0.1', port: 0 });
  const { port } = service.server.server.address() as AddressInfo;
  const client = createClient({ baseUrl: `http://127.0.0.1:${port}`, now: service.clock.now });
  await client.signIn({ email: 'uprava@example.hr', password: PASSWORD });
  const seen: Import[] = [];
  const end = await followImport(client, done.id, (progress) => seen.push(progress), AbortSignal.timeout(10_000));
  assert.deepEqual([end.status, end.created, seen.length], ['completed', 1, 1]);
});
