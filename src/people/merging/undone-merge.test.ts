// engine: both
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { startTestService } from '../../../test/support/test-service.ts';

const OLD = 'stari@example.hr';
const NEW = 'novi@example.hr';

async function start(t: TestContext) {
  const service = await startTestService(t, { SVC_2FA_REQUIRED_TIER: '', SVC_ACCESS_TTL_MIN: '1440' });
  const club = await service.addTenant('Klub Neretva');
  await service.addPerson({ email: 'glavna@example.hr', role: 'superadmin' });
  const named = { ime: 'Mara', prezime: 'Čović', telefon: '+385 91 234 5678' };
  const from = await service.addPerson({ email: OLD, ...named, tenantId: club.id });
  const into = await service.addPerson({ email: NEW, ...named });
  const token = await service.tokenOf('glavna@example.hr');
  for (const email of [OLD, NEW]) {
    const { access_token } = (await service.signIn(email)).body;
    const own = (target: string, body?: object) =>
      service.call(target, { token: access_token, ...(body === undefined ? {} : { body }) });
    const consent = { policy_version: '1', categories: { necessary: true } };
    assert.equal((await own('POST /api/gdpr/consent', consent)).status, 200);
    assert.equal((await own('PUT /api/auth/me', { telefon: '+385 92 111 2222' })).status, 200);
    assert.equal((await own('POST /api/auth/logout')).status, 200);
    await service.signIn(email); // one that is live
  }
  const act = (target: string, body?: object) =>
    service.call(target, { token, ...(body === undefined ? {} : { body }) });
  return { service, from, into, act };
}

interface Export extends Readonly<Record<string, unknown>> {
  readonly sign_ins: readonly Readonly<Record<string, unknown>>[];
  readonly audit: readonly { readonly action: string; readonly by: { readonly role?: string } | null }[];
  readonly mails: readonly { readonly kind: string }[];
}

/** What a merge and its undoing leave: sign-ins have ended, the administrator's acts are on record, and two mails went out. */
const withoutTraces = ({ access_log: _, sign_ins, audit, mails, ...rest }: Export) => ({
  ...rest,
  sign_ins: sign_ins.map(({ ended_at: _ended, end_reason: _reason, ...signIn }) => signIn),
  audit: audit.filter(({ by }) => by?.role !== 'superadmin'),
  mails: mails.filter(({ kind }) => !kind.startsWith('account-')),
});

test('after a merge that was undone, export, list, log and history of sign-ins of both are as before', async (t) => {
  const { from, into, act } = await start(t);
  const seen = async () => {
    const { body: list } = await act('GET /api/admin/users?q=Mara');
    assert.equal(list.items.length, 2);
    const people = [];
    for (const { id } of [from, into]) {
      const file: Export = JSON.parse((await act(`GET /api/admin/gdpr/users/${id}/export`)).text);
      assert.equal(file.sign_ins.length, 2);
      const log = (await act(`GET /api/admin/audit?user_id=${id}&limit=100`)).body.items;
      const own = log.filter(({ actor_id }: { actor_id: number }) => actor_id === id);
      assert.ok(own.length > 3);
      const memberships = (await act(`GET /api/admin/users/${id}/memberships`)).body;
      people.push({ export: withoutTraces(file), log: own, memberships });
    }
    return { list, people };
  };
  const before = await seen();
  for (const way_in of [into.id, from.id]) {
    const merged = await act(`POST /api/admin/users/${from.id}/merge`, { into: into.id, way_in });
    assert.equal(merged.status, 200, merged.text);
    assert.equal((await act('GET /api/admin/users?q=Mara')).body.items.length, 1);
    assert.equal((await act(`POST /api/admin/users/${from.id}/unmerge`)).status, 204);
    assert.deepEqual(await seen(), before);
  }
});
