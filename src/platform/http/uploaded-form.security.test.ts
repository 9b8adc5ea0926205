import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { test } from 'node:test';
import sharp from 'sharp';
import { smallPdf } from '../../../test/support/archive-fixture.ts';
import { formBody } from '../../../test/support/form-body.ts';
import { startTestService, type TestService } from '../../../test/support/test-service.ts';
import { minutes } from '../kernel/durations.ts';

const PICTURE = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#2a7ab0' } })
  .png()
  .toBuffer();
const TEXT = (text: string, name: string) => ({ name, bytes: text });
const FORMS = {
  '/api/auth/me/avatar': formBody([{ bytes: PICTURE, filename: 'a.png' }]),
  '/api/admin/documents': formBody([
    ...[TEXT('Statut', 'title'), TEXT('public', 'visibility')],
    { bytes: smallPdf(), filename: 'a.pdf', type: 'application/pdf' },
  ]),
  '/api/admin/imports': formBody([{ bytes: 'email,ime,prezime\nnova@example.hr,Nova,Osoba\n', filename: 'a.csv' }]),
};

/** Sends all but the end of a form, lets `meanwhile` happen, and sends the end. */
async function sendSlowly(service: TestService, path: string, token: string, meanwhile: () => Promise<unknown>) {
  const address = await service.server
    .listen({ host: '127.0.0.1', port: 0 })
    .catch(() => service.server.listeningOrigin);
  const { headers, payload } = FORMS[path as keyof typeof FORMS];
  const authorization = `Bearer ${token}`;
  const sending = request(`${address}${path}`, {
    method: 'POST',
    headers: { ...headers, authorization, 'content-length': payload.length },
  });
  const answered = once(sending, 'response') as Promise<[IncomingMessage]>;
  const arrived = once(service.server.server, 'request');
  sending.write(payload.subarray(0, -3));
  await arrived;
  // The upload has passed the gate once later calls with its token have.
  for (let call = 0; call < 3; call++) await service.call('GET /api/auth/me', { token });
  await meanwhile();
  sending.end(payload.subarray(-3));
  const [answer] = await answered;
  const text = (await answer.toArray()).map(String).join('');
  return { status: answer.statusCode, code: (JSON.parse(text) as { code?: string }).code };
}

const filesBelow = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ name }) => name)
    : [];

for (const path of Object.keys(FORMS)) {
  test(`an upload is refused when its sender is suspended or demoted meanwhile: ${path}`, async (t) => {
    const service = await startTestService(t);
    await service.addPerson({ email: 'glavni@example.hr', role: 'superadmin' });
    const head = await service.tokenOf('glavni@example.hr');
    const change = async (id: number, act: string, body: object) => {
      const answer = await service.call(`${act.replace(':id', String(id))}`, { token: head, body });
      assert.equal(answer.status, 200, answer.text);
    };
    const acts: [string, object][] = [
      ['POST /api/admin/users/:id/suspend', { reason: 'provjera' }],
      ['PUT /api/admin/users/:id/role', { role: 'member' }],
    ];
    for (const [number, [act, body]] of acts.entries()) {
      const email = `saljem${number}@example.hr`;
      const { id } = await service.addPerson({ email, role: 'admin' });
      const token = await service.tokenOf(email);
      await service.audit.forget();
      const answer = await sendSlowly(service, path, token, () => change(id, act, body));
      assert.deepEqual(answer, { status: 401, code: 'auth.revoked' }, act);
      const mine = (await service.audit.take()).filter(({ actor_id }) => actor_id === id);
      assert.deepEqual(mine, [], 'nothing was done');
    }
    assert.deepEqual(filesBelow(join(service.dataDir, 'files')), [], 'and no file is left');
  });
}

test('an upload is accepted when its token expires meanwhile', async (t) => {
  const service = await startTestService(t);
  await service.addPerson({ email: 'spora@example.hr' });
  const token = await service.tokenOf('spora@example.hr');
  const answer = await sendSlowly(service, '/api/auth/me/avatar', token, async () =>
    service.clock.advance(minutes(20)),
  );
  assert.equal(answer.status, 200);
});
