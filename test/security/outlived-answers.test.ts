import assert from 'node:assert/strict';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { test } from 'node:test';
import { NO_META } from '../../src/platform/audit/audit-chain.ts';
import { parseInstant } from '../../src/platform/kernel/clock.ts';
import { smallPdf } from '../support/archive-fixture.ts';
import { formBody } from '../support/form-body.ts';
import { startTestService, type TestService } from '../support/test-service.ts';

/** Records: more than both socket buffers hold. */
const THOUSANDS = 30;

/** More than both socket buffers hold. */
const LARGE = 15_000_000;

const listen = async ({ server }: TestService): Promise<number> => {
  await server.listen({ host: '127.0.0.1', port: 0 });
  return (server.server.address() as { port: number }).port;
};

/** Reads the start of a response and, after `meanwhile`, the rest. */
async function takeWhile(port: number, path: string, token: string, meanwhile: () => Promise<unknown>) {
  const asked = get({ port, path, host: '127.0.0.1', headers: { authorization: `Bearer ${token}` } });
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  const pieces: Buffer[] = [];
  answer.on('error', () => {}); // it breaks off
  const closed = new Promise((resolve) => answer.once('close', resolve));
  answer.on('data', (piece: Buffer) => pieces.push(piece));
  await once(answer, 'data');
  answer.pause();
  await meanwhile();
  answer.resume();
  await closed;
  return { whole: answer.complete, text: Buffer.concat(pieces).toString('utf8') };
}

test("a download breaks off when the caller's sign-in ends", { timeout: 120_000 }, async (t) => {
  const service = await startTestService(t, { SVC_2FA_REQUIRED_TIER: '' });
  const port = await listen(service);
  await service.addPerson({ email: 'glavna@example.hr', role: 'superadmin' });
  const admin = await service.addPerson({ email: 'tajnica@example.hr', role: 'admin' });
  const record = { tenant_id: 1, actor_id: admin.id, actor_email: admin.email, user_id: admin.id, action: 'user.read' };
  const rest = { ip: '10.0.0.1', user_agent: 'x'.repeat(400), request_id: null, meta: NO_META };
  const rows = Array.from({ length: 1000 }, () => ({
    ...record,
    ...rest,
    at: parseInstant('2026-02-01T00:00:00.000Z'),
  }));
  await service.database.transaction(async (tx) => {
    for (let thousands = 0; thousands < THOUSANDS; thousands++)
      await tx.insertInto('audit_records').values(rows).execute();
  });
  const files = [
    '/api/admin/audit/export?format=csv',
    '/api/admin/audit/export?format=jsonl',
    '/api/users/me/gdpr-export',
    `/api/admin/gdpr/users/${admin.id}/export`,
  ];
  for (const path of files) {
    const mine = path.includes('/gdpr/users/') ? 'glavna@example.hr' : 'tajnica@example.hr';
    const token = await service.tokenOf(mine);
    const ended = await takeWhile(port, path, token, () => service.call('POST /api/auth/logout', { token }));
    assert.equal(ended.whole, false, path);
    const again = await service.tokenOf(mine);
    const kept = await takeWhile(port, path, again, async () => {});
    assert.equal(kept.whole, true, path);
    assert.ok(kept.text.length > ended.text.length && kept.text.slice(0, 15) === ended.text.slice(0, 15), path);
  }
  const club = await service.addTenant('Klub Neretva');
  await service.database.transaction(async (tx) => {
    await tx.updateTable('tenants').set({ parent_id: 1 }).where('id', '=', club.id).execute();
    await tx.updateTable('memberships').set({ reach: 'below' }).where('user_id', '=', admin.id).execute();
  });
  const [token, strong] = [await service.tokenOf('tajnica@example.hr'), await service.tokenOf('glavna@example.hr')];
  const move = async () => {
    const body = { parent_id: null };
    assert.equal((await service.call(`PATCH /api/admin/tenants/${club.id}`, { token: strong, body })).status, 200);
  };
  const moved = await takeWhile(port, '/api/admin/audit/export?format=csv', token, move);
  assert.equal(moved.whole, false, 'what is no longer below is no longer told');
  const act = async () => {
    const { status } = await service.call(`POST /api/admin/users/${admin.id}/suspend`, { token: strong });
    assert.equal(status, 200);
  };
  assert.equal((await takeWhile(port, '/api/admin/audit/export?format=csv', token, act)).whole, false);
});

test("a tenant's document breaks off when the reader's sign-in ends, a public one does not", {
  timeout: 120_000,
}, async (t) => {
  const service = await startTestService(t, { SVC_2FA_REQUIRED_TIER: '' });
  const port = await listen(service);
  await service.addPerson({ email: 'tajnica@example.hr', role: 'admin' });
  const member = await service.addPerson({ email: 'ana@example.hr' });
  const admin = await service.tokenOf('tajnica@example.hr');
  const file = { bytes: smallPdf({ mark: 'x'.repeat(LARGE) }), filename: 'statut.pdf', type: 'application/pdf' };
  const pathOf = async (visibility: string) => {
    const fields = Object.entries({ title: 'Statut', visibility }).map(([name, bytes]) => ({ name, bytes }));
    const { headers, payload } = formBody([...fields, file]);
    const sent = await service.server.inject({
      method: 'POST',
      url: '/api/admin/documents',
      headers: { ...headers, authorization: `Bearer ${admin}` },
      payload,
    });
    assert.equal(sent.statusCode, 201, sent.body);
    return `/api/documents/${sent.json().id}/file`;
  };
  const [ours, everybodys] = [await pathOf('tenant'), await pathOf('public')];
  const take = async (path: string, end: (token: string) => Promise<unknown>) => {
    const token = await service.tokenOf(member.email);
    const { whole, text } = await takeWhile(port, path, token, () => end(token));
    assert.equal(text.slice(0, 5), '%PDF-');
    return { whole, isLarge: text.length > LARGE };
  };
  const signOut = (token: string) => service.call('POST /api/auth/logout', { token });
  const suspend = () => service.call(`POST /api/admin/users/${member.id}/suspend`, { token: admin });
  assert.deepEqual(await take(ours, async () => {}), { whole: true, isLarge: true });
  assert.deepEqual(await take(everybodys, signOut), { whole: true, isLarge: true });
  assert.deepEqual(await take(ours, signOut), { whole: false, isLarge: false });
  await service.audit.forget();
  assert.deepEqual(await take(ours, suspend), { whole: false, isLarge: false });
  assert.deepEqual(await service.audit.actions(), ['user.suspend']);
});

test("the events of an import end with the caller's sign-in", { timeout: 30_000 }, async (t) => {
  const service = await startTestService(t, { SVC_2FA_REQUIRED_TIER: '' });
  await service.addPerson({ email: 'glavna@example.hr', role: 'superadmin' });
  const admin = await service.addPerson({ email: 'tajnica@example.hr', role: 'admin' });
  const token = await service.tokenOf('tajnica@example.hr');
  const strong = await service.tokenOf('glavna@example.hr');
  const form = formBody([{ bytes: 'email\na@example.hr\n', filename: 'a.csv', type: 'text/csv' }]);
  const headers = { ...form.headers, authorization: `Bearer ${token}` };
  const queued = await service.server.inject({
    method: 'POST',
    url: '/api/admin/imports',
    headers,
    payload: form.payload,
  });
  const path = `/api/admin/imports/${queued.json().id}/events`;
  const followed = await takeWhile(await listen(service), path, token, async () => {
    await service.call(`POST /api/admin/users/${admin.id}/suspend`, { token: strong });
  });
  assert.match(followed.text, /^event: progress\n/);
  assert.doesNotMatch(followed.text, /event: end/, 'the import is not over');
  const again = await service.call(`GET ${path}`, { token });
  assert.deepEqual([again.status, again.body.code], [401, 'auth.revoked']);
  await service.imports.runDue(); // the importer is gone: it ends
  const statuses = [];
  for (let call = 0; call < 31; call++) statuses.push((await service.call(`GET ${path}`, { token: strong })).status);
  assert.deepEqual([statuses.slice(0, 30).every((status) => status === 200), statuses[30]], [true, 429]);
});
