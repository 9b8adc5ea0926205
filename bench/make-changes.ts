import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { createUsers } from '../src/accounts/users/create-users.ts';
import { preparePerson } from '../src/accounts/users/person-to-create.ts';
import { readSettings } from '../src/entry/app/read-settings.ts';
import { openService } from '../src/entry/start/service.ts';
import { byOperator } from '../src/platform/audit/audit-context.ts';
import { nowOf } from '../src/platform/kernel/clock.ts';
import { printAnswer, programInput } from './support/program-input.ts';

/** Changes people at a steady rate, a few in each transaction: each change is a record, and an event. */
const { env, perSecond, seconds } = programInput<{ env: Record<string, string>; perSecond: number; seconds: number }>();

const AT_ONCE = 10;

const { database, clock, close } = await openService(readSettings(env), { log: pino({ level: 'silent' }) });
const began = performance.now();
let made = 0;
for (; made < perSecond * seconds; made += AT_ONCE) {
  await pause(Math.max(0, began + (made / perSecond) * 1000 - performance.now()));
  const at = nowOf(clock);
  const people = Array.from({ length: AT_ONCE }, (_, place) =>
    preparePerson({
      tenantId: 1,
      email: `promjena${began}-${made + place}@example.hr`,
      ime: 'Iva',
      prezime: 'Čavić',
      role: 'member',
      status: 'invited',
      passwordHash: null,
    }),
  );
  const making = { at, mustChoosePassword: false, meta: { import_id: 1 } };
  await database.transaction((tx) => createUsers(tx, byOperator(['user.create'], at), people, making));
}
printAnswer({ made, rate: made / ((performance.now() - began) / 1000) });
await close();
