// engine: none
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../../../test/support/test-service.ts';

test('the text of a refusal has the figures of the settings, in Croatian', async (t) => {
  const cases = [
    ['1', '1', '(1/1). Nakon 1 pogrešnog pokušaja račun se zaključava na 1 minutu.'],
    ['2', '2', '(1/2). Nakon 2 pogrešna pokušaja račun se zaključava na 2 minute.'],
    ['20', '5', '(1/20). Nakon 20 pogrešnih pokušaja račun se zaključava na 5 minuta.'],
  ] as const;
  for (const [SVC_LOGIN_LOCK_THRESHOLD, SVC_LOGIN_LOCK_MINUTES, text] of cases) {
    const service = await startTestService(t, { SVC_LOGIN_LOCK_THRESHOLD, SVC_LOGIN_LOCK_MINUTES });
    const refused = await service.signIn('nitko@example.hr', 'ovo nije lozinka');
    assert.equal(refused.body.detail, `Pogrešna e-adresa ili lozinka ${text}`);
    for (let more = 1; more < Number(SVC_LOGIN_LOCK_THRESHOLD); more++) await service.signIn('nitko@example.hr', 'x');
    const locked = await service.signIn('nitko@example.hr', 'ovo nije lozinka');
    const all = text.replace('(1/', `(${SVC_LOGIN_LOCK_THRESHOLD}/`);
    assert.deepEqual([locked.status, locked.body.detail], [423, `Račun je privremeno zaključan ${all}`]);
  }
});
