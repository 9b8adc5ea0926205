// engine: both
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { pino } from 'pino';
import { startTestService, type TestService } from '../../../test/support/test-service.ts';
import { days } from '../kernel/durations.ts';
import { rebuildWorker } from './rebuild-worker.ts';

const ADMIN = 'uprava@savez.example';
const MANY = 250;

/** A store as the version before left it: words and keys as it derived them, and no rebuild yet. */
async function storeOfBefore(service: TestService): Promise<void> {
  await service.addPerson({ email: ADMIN, ime: 'Uprava', prezime: 'Oreb', role: 'superadmin' });
  await service.addPerson({ email: 'kare@klub.example', ime: 'Kåre', prezime: 'Ødegård' });
  for (let count = 0; count < MANY; count++)
    await service.addPerson({ email: `o${count}@klub.example`, ime: 'Ana', prezime: 'Wagner' });
  await service.addPerson({ email: 'jovan@klub.example', ime: 'Јован', prezime: 'Петровић' });
  await service.database.transaction(async (tx) => {
    for (const [email, words, key] of [
      ['kare@klub.example', ' kare@klub.example kare ødegard', '~ødegard kare'],
      ['jovan@klub.example', ' jovan@klub.example јован петровић', '~п~е~т jovan'],
    ] as const) {
      const user = await tx.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirstOrThrow();
      await tx.updateTable('users').set({ words, sort_key: key }).where('id', '=', user.id).execute();
      await tx.deleteFrom('user_words').where('user_id', '=', user.id).execute();
      for (const word of words.slice(1).split(' '))
        await tx
          .insertInto('user_words')
          .values({ word, user_id: user.id, tenant_id: user.tenant_id, word_bits: user.word_bits })
          .execute();
    }
    await sql`delete from rebuilds`.execute(tx);
  });
}

const found = async (service: TestService, token: string, query: string): Promise<string[]> => {
  const listed = await service.call(`GET /api/admin/users?limit=2&${query}`, { token });
  assert.equal(listed.status, 200, listed.text);
  return listed.body.items.map(({ email }: { email: string }) => email);
};

const rebuilds = ({ database }: TestService) =>
  database.read.selectFrom('rebuilds').selectAll().orderBy('what').execute();

test('words and keys of the version before are rebuilt while the service answers, once, and told in the log', async (t) => {
  const lines: string[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => lines.push(line) });
  const service = await startTestService(t, {}, { log });
  await storeOfBefore(service);
  const token = await service.tokenOf(ADMIN);
  assert.deepEqual(await found(service, token, 'q=odegard'), []);
  service.startWork();
  let answered = 0;
  while ((await rebuilds(service)).length < 2 || (await rebuilds(service)).some((row) => row.ended_at === null)) {
    await found(service, token, 'sort=name');
    answered++;
    await pause(50); // callers have a limit
  }
  assert.ok(answered > 0);
  assert.deepEqual(await found(service, token, 'q=odegard'), ['kare@klub.example']);
  assert.deepEqual(await found(service, token, 'q=jovan+petrovic'), ['jovan@klub.example']);
  assert.deepEqual(await found(service, token, 'sort=name'), ['kare@klub.example', ADMIN]);
  assert.deepEqual(await found(service, token, `q=${encodeURIComponent('ødegård')}`), ['kare@klub.example']);
  const [, people] = await rebuilds(service);
  assert.deepEqual([people?.done, people?.total, people?.renewed], [MANY + 3, MANY + 3, 2]);
  const told = lines.filter((line) => line.includes('rebuilt the search words of people'));
  assert.equal(told.length, 1, told.join(''));
  const stale = await service.database.read
    .selectFrom('user_words')
    .select('word')
    .where('word', 'in', ['ødegard', 'јован'])
    .execute();
  assert.deepEqual(stale, []);
});

test('a rebuild that is interrupted goes on where it stopped, and looks once more a day later', async (t) => {
  const { database, clock } = await startTestService(t);
  const log = pino({ level: 'silent' });
  const read: number[] = [];
  const rebuild = (version: number, stopAt?: number) =>
    rebuildWorker(
      { database, clock, log },
      {
        what: 'documents',
        version,
        count: async () => 3,
        portion: async (_database, after) => {
          if (after === stopAt) throw new Error('The node ends here');
          read.push(after);
          return after === 3 ? { last: undefined, read: 0, renewed: 0 } : { last: after + 1, read: 1, renewed: 1 };
        },
      },
    );
  await assert.rejects(rebuild(7, 2).runDue());
  assert.deepEqual(read.splice(0), [0, 1]);
  await rebuild(7).runDue();
  assert.deepEqual(read.splice(0), [2, 3]);
  await rebuild(7).runDue();
  assert.deepEqual(read.splice(0), [], 'once');
  clock.advance(days(1));
  await rebuild(7).runDue();
  assert.deepEqual(read.splice(0), [0, 1, 2, 3], 'what older nodes wrote meanwhile');
  clock.advance(days(9));
  await rebuild(7).runDue();
  await rebuild(6).runDue();
  assert.deepEqual(read.splice(0), [], 'an older version changes nothing');
  await rebuild(8).runDue();
  assert.deepEqual(read, [0, 1, 2, 3]);
});
