// engine: postgres
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../../../test/support/test-service.ts';

test('changes that are asked for at once wait for nobody whose rows another transaction holds', async (t) => {
  const service = await startTestService(t);
  const { database } = service;
  const people = await Promise.all(Array.from({ length: 8 }, () => service.addPerson()));
  const signedIn = await Promise.all(people.map(({ email }) => service.signIn(email)));
  const refresh = (place: number) =>
    service.call('POST /api/auth/refresh', { body: { refresh_token: signedIn[place]?.body.refresh_token } });
  for (const table of ['sign_ins', 'session_records'] as const) {
    const [held, ...free] = table === 'sign_ins' ? [0, 1, 2, 3] : [4, 5, 6, 7];
    await service.audit.forget();
    let isOver = false;
    const isHeld = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    const holder = database.transaction(async (tx) => {
      const sids = tx
        .selectFrom('sign_ins')
        .select('sid')
        .where('user_id', '=', people[held ?? 0]?.id ?? 0);
      await tx.selectFrom(table).select('sid').where('sid', 'in', sids).forUpdate().execute();
      isHeld.resolve();
      await goOn.promise;
      isOver = true;
    });
    await isHeld.promise;
    const late = refresh(held ?? 0).then((answer) => ({ answer, wasFree: isOver }));
    const answers = await Promise.all([...free, ...free].map(refresh)).finally(goOn.resolve); // each twice
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]), `${table}: the others go on`);
    assert.equal(new Set(answers.map(({ body }) => body.refresh_token)).size, free.length, 'one successor each');
    await holder;
    const { answer, wasFree } = await late;
    assert.deepEqual([answer.status, wasFree], [200, true], `${table}: whose row is held waits`);
    const repeated = (await service.audit.take()).map(({ action, meta }) => `${action} ${meta.repeated}`).sort();
    assert.deepEqual(repeated, [
      ...Array.from({ length: 4 }, () => 'auth.refresh false'),
      ...Array.from({ length: 3 }, () => 'auth.refresh true'),
    ]);
  }
});
