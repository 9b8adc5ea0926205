import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService, type TestService } from '../../../test/support/test-service.ts';
import { nowOf } from '../../platform/kernel/clock.ts';
import { days, hours } from '../../platform/kernel/durations.ts';

type Table = 'known_devices' | 'device_notices' | 'mailed_codes' | 'factor_reminders' | 'lockouts';

const countOf = async ({ database }: TestService, table: Table): Promise<number> =>
  (await database.read.selectFrom(table).selectAll().execute()).length;

/** What each line of "What is not kept" in docs/personal-data.md begins from, as people cause it. */
const LINES: readonly {
  table: Table;
  keptFor: number;
  begins: (service: TestService, id: number) => Promise<unknown>;
}[] = [
  { table: 'known_devices', keptFor: days(730), begins: (service) => service.signIn('ana@example.hr') },
  {
    table: 'device_notices',
    keptFor: days(30),
    begins: async (service) => {
      await service.signIn('ana@example.hr');
      service.clock.advance(1); // the first sign-in of all is no news
      await service.signIn('ana@example.hr');
    },
  },
  {
    table: 'mailed_codes',
    keptFor: days(1),
    begins: async (service) => {
      await service.call('POST /api/auth/login', { body: { email: 'ana@example.hr', send_code: true } });
      service.clock.advance(hours(1 / 6)); // until it expires
    },
  },
  {
    table: 'factor_reminders',
    keptFor: days(90),
    begins: ({ database, clock }, id) =>
      database.transaction((tx) =>
        tx
          .insertInto('factor_reminders')
          .values({ user_id: id, reminded_at: nowOf(clock) })
          .execute(),
      ),
  },
  { table: 'lockouts', keptFor: days(1), begins: (service) => service.signIn('ana@example.hr', 'krivo') },
];

for (const { table, keptFor, begins } of LINES)
  test(`${table}: kept to the hour before the period ends, and gone in the hour after it`, async (t) => {
    const service = await startTestService(t, { SVC_NEW_DEVICE_MAIL: '1' });
    const { id } = await service.addPerson({ email: 'ana@example.hr' });
    await begins(service, id);
    const count = await countOf(service, table);
    assert.ok(count > 0, 'there is something to keep');
    service.clock.advance(keptFor - hours(1));
    await service.keepRetention();
    assert.equal(await countOf(service, table), count, 'before');
    service.clock.advance(hours(2));
    await service.keepRetention();
    assert.equal(await countOf(service, table), 0, 'after');
  });
