import assert from 'node:assert/strict';
import { createHash, randomInt } from 'node:crypto';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { sweepAvatars } from '../../src/accounts/avatars/sweep-avatars.ts';
import { sweepDocuments } from '../../src/people/documents/document-content.ts';
import { systemClock } from '../../src/platform/kernel/clock.ts';
import { hours } from '../../src/platform/kernel/durations.ts';
import { smallPdf } from '../support/archive-fixture.ts';
import { picture } from '../support/avatar-fixture.ts';
import { startBucketServer } from '../support/bucket-server.ts';
import { allKeys } from '../support/file-places.ts';
import { formBody } from '../support/form-body.ts';
import { ADMIN, seedAdmin } from '../support/seeded-admin.ts';
import { PROCESS_PASSWORD } from '../support/seeded-store.ts';
import { freePort, type ServiceProcess, startProcess } from '../support/service-process.ts';
import { roundsOr, timeFor } from '../support/test-rounds.ts';

async function send(node: ServiceProcess, token: string, path: string, parts: Parameters<typeof formBody>[0]) {
  const { payload, headers } = formBody(parts);
  const body = new Uint8Array(payload);
  const request = { method: 'POST', body, headers: { ...headers, authorization: `Bearer ${token}` } };
  const answer = await fetch(`http://127.0.0.1:${node.port}${path}`, request);
  return { status: answer.status, body: (await answer.json()) as { id: number } };
}

test('kill -9 between bucket and database: no file is lost, and none is left behind for ever', {
  timeout: timeFor(300_000),
}, async (t) => {
  const bucket = await startBucketServer(t);
  const store = await seedAdmin(t, bucket.env());
  const port = await freePort();
  const [image, acknowledged] = [await picture(), new Map<number, string>()];
  let uploads = 0;
  let node = await startProcess(t, store.env, port);
  for (let round = 0; round < roundsOr(4); round++) {
    const token: string = (await node.signIn(ADMIN, PROCESS_PASSWORD)).body.access_token;
    const avatars = async () => {
      for (;;) await send(node, token, '/api/auth/me/avatar', [{ bytes: image, filename: 'a.png', type: 'image/png' }]);
    };
    const documents = async () => {
      for (;;) {
        const bytes = smallPdf({ mark: `${++uploads}` });
        const file = { bytes, filename: 'a.pdf', type: 'application/pdf' };
        const { status, body } = await send(node, token, '/api/admin/documents', [
          { name: 'title', bytes: 'Statut' },
          file,
        ]);
        if (status !== 201) return;
        acknowledged.set(body.id, createHash('sha256').update(bytes).digest('hex'));
        if (uploads % 3 > 0) continue;
        acknowledged.delete(body.id); // whatever comes back
        await node.call(`DELETE /api/admin/documents/${body.id}`, { token });
      }
    };
    const working = Promise.allSettled([avatars(), documents()]);
    while (round === 0 && acknowledged.size === 0) await pause(50); // a busy machine takes longer
    await pause(300 + randomInt(700));
    await node.kill();
    await working;
    node = await startProcess(t, store.env, port);
  }
  assert.ok(acknowledged.size > 0);
  const { service, database } = store;
  const rows = await database.read.selectFrom('documents').selectAll().where('deleted_at', 'is', null).execute();
  const there = new Map(rows.map(({ id, sha256 }) => [id, sha256]));
  for (const [id, sha256] of acknowledged) assert.equal(there.get(id), sha256);
  const token: string = (await node.signIn(ADMIN, PROCESS_PASSWORD)).body.access_token;
  const headers = { authorization: `Bearer ${token}` };
  for (const [id, sha256] of there) {
    const answer = await service.server.inject({ url: `/api/documents/${id}/file`, headers });
    assert.equal(createHash('sha256').update(answer.rawPayload).digest('hex'), sha256);
  }
  const url: string = (await node.call('GET /api/auth/me', { token })).body.avatar_url;
  assert.equal((await service.server.inject(url)).statusCode, 200);
  await node.kill();
  const later = systemClock.now() + hours(1);
  const left = (await allKeys(service)).length;
  await sweepDocuments(service, later);
  await sweepAvatars({ ...service, files: service.avatarFiles, log: pino({ level: 'silent' }) }, later);
  const keys = await allKeys(service);
  assert.equal(keys.length, there.size + 1, keys.join('\n'));
  t.diagnostic(`${acknowledged.size} documents acknowledged, ${left - keys.length} files of nobody's swept`);
});
