import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { formBody } from '../../../test/support/form-body.ts';
import { startTestService } from '../../../test/support/test-service.ts';
import { seconds } from '../kernel/durations.ts';

const OPEN_OF_ONE = 8;

/** A service with an import that nobody runs, whose events therefore go on. */
async function withWaitingImport(t: TestContext) {
  const service = await startTestService(t, { SVC_2FA_REQUIRED_TIER: '' });
  const tokens = [];
  for (const email of ['glavna@example.hr', 'druga@example.hr']) {
    await service.addPerson({ email, role: 'superadmin' });
    tokens.push(await service.tokenOf(email));
  }
  const [greedy = '', modest = ''] = tokens;
  const form = formBody([{ bytes: 'email\na@example.hr\n', filename: 'a.csv', type: 'text/csv' }]);
  const headers = { ...form.headers, authorization: `Bearer ${greedy}` };
  const url = '/api/admin/imports';
  const queued = await service.server.inject({ method: 'POST', url, headers, payload: form.payload });
  await service.server.listen({ port: 0, host: '127.0.0.1' });
  const { port } = service.server.server.address() as AddressInfo;
  const leaving = new AbortController();
  t.after(() => leaving.abort());
  const open = async (path: string, token: string) => {
    const own = new AbortController();
    leaving.signal.addEventListener('abort', () => own.abort());
    const headers = { authorization: `Bearer ${token}` };
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers, signal: own.signal });
    return { status: answer.status, answer, leave: () => own.abort() };
  };
  return { service, greedy, modest, open, events: `${url}/${queued.json().id}/events` };
}

const until = async (isSo: () => Promise<boolean>, what: string) => {
  for (const giveUpAt = performance.now() + seconds(10); !(await isSo()); await pause(50))
    assert.ok(performance.now() < giveUpAt, what);
};

test('a caller has eight files and streams of events open; who ends one may open the next', async (t) => {
  const { service, greedy, modest, open, events } = await withWaitingImport(t);
  const all = await Promise.all(Array.from({ length: OPEN_OF_ONE + 3 }, () => open(events, greedy)));
  const refused = all.filter(({ status }) => status === 429);
  assert.deepEqual([refused.length, all.length - refused.length], [3, OPEN_OF_ONE]);
  for (const { answer } of refused) {
    const { code } = (await answer.json()) as { code: string }; // of every refusal
    assert.equal(code, 'request.too_many_open');
    assert.equal(answer.headers.get('retry-after'), '10');
  }
  await service.audit.forget();
  const file = '/api/admin/users/export?format=csv';
  assert.equal((await open(file, greedy)).status, 429);
  assert.deepEqual(await service.audit.actions(), [], 'nothing was done');
  assert.equal((await open('/api/auth/me', greedy)).status, 200, 'all else is answered');
  assert.equal((await open(events, modest)).status, 200, 'others have places of their own');
  all.find(({ status }) => status === 200)?.leave();
  await until(async () => (await open(file, greedy)).status === 200, 'the place is free again');
});

test('a file that was read to the end holds no place, and neither does one that was refused', async (t) => {
  const { open, greedy } = await withWaitingImport(t);
  for (let count = 0; count < 2 * OPEN_OF_ONE; count++) {
    const sent = await open(`/api/admin/users/export?format=${count % 2 === 0 ? 'csv' : 'xslx'}`, greedy);
    assert.equal(sent.status, count % 2 === 0 ? 200 : 422);
    await sent.answer.arrayBuffer();
  }
});
