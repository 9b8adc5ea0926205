// engine: both
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { startTestService } from '../../../../test/support/test-service.ts';
import { seconds } from '../../../platform/kernel/durations.ts';
import { runErasures } from '../../../privacy/personal-data/run-erasures.ts';
import { MOST_VIEWS } from './saved-view.ts';

const VIEWS = '/api/admin/users/views';

async function start(t: TestContext) {
  const service = await startTestService(t);
  const club = (await service.addTenant('Klub Neretva')).id;
  await service.addPerson({ email: 'ured@example.hr', role: 'admin' });
  await service.addPerson({ email: 'tajnica@example.hr', role: 'admin' });
  await service.addPerson({ email: 'voditelj@example.hr', role: 'manager' });
  await service.addPerson({ email: 'klub@example.hr', role: 'admin', tenantId: club });
  const tokenOf = (name: string) => service.tokenOf(`${name}@example.hr`);
  const tokens = {
    ours: await tokenOf('ured'),
    colleague: await tokenOf('tajnica'),
    manager: await tokenOf('voditelj'),
    club: await tokenOf('klub'),
  };
  await service.audit.forget();
  const list = async (token: string, query = '') => {
    const { status, body, text } = await service.call(`GET ${VIEWS}${query}`, { token });
    assert.equal(status, 200, text);
    return body as { usual: Counted[]; items: View[] };
  };
  const save = (token: string, name: string, filter: object = { status: 'suspended' }) =>
    service.call(`POST ${VIEWS}`, { token, body: { name, filter } });
  const saved = async (token: string, name: string, filter?: object): Promise<View> => {
    const { status, body, text } = await save(token, name, filter);
    service.clock.advance(seconds(1)); // they are listed in the order in which they were saved
    assert.equal(status, 201, text);
    return body;
  };
  return { service, club, tokens, list, save, saved };
}

interface Counted {
  readonly key: string;
  readonly total: number;
  readonly total_is_capped: boolean;
}

interface View extends Counted {
  readonly id: string;
  readonly name: string;
  readonly filter: object;
  readonly shared: boolean;
  readonly actions: readonly string[];
}

const codeOf = ({ status, body }: { status: number; body: { code?: string } }) => [status, body?.code];

test('one answer has every view with how many people it shows', async (t) => {
  const { service, tokens, list, saved, club } = await start(t);
  for (const email of ['a@example.hr', 'b@example.hr', 'c@example.hr'])
    await service.call('POST /api/admin/users', {
      token: tokens.ours,
      body: { email, ime: 'Ana', prezime: 'Novak', role: 'member', invite: email === 'c@example.hr' },
    });
  await service.addPerson({ email: 'd@example.hr', status: 'suspended' });
  await saved(tokens.ours, 'Obustavljeni', { status: 'suspended', sort: '-created' });
  await saved(tokens.ours, 'Voditelji', { role: 'manager' });
  await service.audit.forget();
  const { usual, items } = await list(tokens.ours);
  const all = await service.call('GET /api/admin/users?limit=1', { token: tokens.ours });
  const none = await service.call('GET /api/admin/users?invitation=none&limit=1', { token: tokens.ours });
  assert.deepEqual(
    usual.map(({ key, total, total_is_capped }) => [key, total, total_is_capped]),
    [
      ['all', all.body.total, false],
      ['not_invited', none.body.total, false],
      ['expired', 0, false],
    ],
  );
  assert.ok(none.body.total >= 2);
  assert.deepEqual(
    items.map(({ name, filter, total, shared, actions }) => [name, filter, total, shared, actions]),
    [
      ['Obustavljeni', { status: 'suspended', sort: '-created' }, 1, false, ['change', 'remove', 'share']],
      ['Voditelji', { role: 'manager' }, 1, false, ['change', 'remove', 'share']],
    ],
  );
  assert.deepEqual((await list(tokens.colleague)).items, [], 'they are one’s own');
  assert.deepEqual(codeOf(await service.call(`GET ${VIEWS}?tenant_id=${club}`, { token: tokens.ours })), [
    404,
    'tenants.not_found',
  ]);
  assert.deepEqual(await service.audit.actions(), []);
});

test('a view is renamed, given another filter and removed by its owner alone', async (t) => {
  const { service, tokens, list, saved, save } = await start(t);
  const { id } = await saved(tokens.manager, '  Obustavljeni ');
  const at = `${VIEWS}/${id}`;
  const change = (token: string, body: object) => service.call(`PATCH ${at}`, { token, body });
  const renamed = await change(tokens.manager, { name: 'Bez pristupa' });
  assert.deepEqual(
    [renamed.status, renamed.body.name, renamed.body.filter],
    [200, 'Bez pristupa', { status: 'suspended' }],
  );
  const narrowed = await change(tokens.manager, { filter: { role: 'guest' } });
  assert.deepEqual([narrowed.body.name, narrowed.body.filter], ['Bez pristupa', { role: 'guest' }]);
  assert.deepEqual(codeOf(await change(tokens.ours, { name: 'Moj' })), [404, 'saved_views.not_found']);
  await saved(tokens.manager, 'Drugi');
  assert.deepEqual(codeOf(await save(tokens.manager, 'Drugi')), [409, 'saved_views.name_taken']);
  assert.deepEqual(codeOf(await change(tokens.manager, { name: 'Drugi' })), [409, 'saved_views.name_taken']);
  assert.deepEqual(codeOf(await save(tokens.manager, '   ')), [422, 'request.invalid']);
  assert.deepEqual(codeOf(await save(tokens.manager, 'Klub', { tenant_id: 99 })), [404, 'tenants.not_found']);
  const remove = (token: string) => service.call(`DELETE ${at}`, { token });
  assert.deepEqual(codeOf(await remove(tokens.ours)), [404, 'saved_views.not_found']);
  assert.equal((await remove(tokens.manager)).status, 204);
  assert.deepEqual(codeOf(await remove(tokens.manager)), [404, 'saved_views.not_found']);
  assert.deepEqual(
    (await list(tokens.manager)).items.map(({ name }) => name),
    ['Drugi'],
  );
  assert.deepEqual(await service.audit.actions(), []);
});

test('an administrator shares a view within the tenant, and any of them ends it', async (t) => {
  const { service, tokens, list, saved } = await start(t);
  const { id } = await saved(tokens.ours, 'Obustavljeni');
  const share = (method: string, token: string, of = id) => service.call(`${method} ${VIEWS}/${of}/share`, { token });
  const managers = await saved(tokens.manager, 'Moj');
  assert.deepEqual(codeOf(await share('POST', tokens.manager, managers.id)), [403, 'access.role']);
  assert.deepEqual(codeOf(await share('POST', tokens.colleague)), [404, 'saved_views.not_found']);
  const shared = await share('POST', tokens.ours);
  assert.deepEqual(
    [shared.status, shared.body.shared, shared.body.actions],
    [200, true, ['change', 'remove', 'unshare']],
  );
  assert.equal((await share('POST', tokens.ours)).status, 200, 'and once more changes nothing');
  const seen = async (token: string) => (await list(token)).items.map(({ name, actions }) => [name, actions]);
  assert.deepEqual(await seen(tokens.manager), [
    ['Moj', ['change', 'remove']],
    ['Obustavljeni', []],
  ]);
  assert.deepEqual(await seen(tokens.colleague), [['Obustavljeni', ['unshare']]]);
  assert.deepEqual(await seen(tokens.club), []);
  const theirs = await service.call(`DELETE ${VIEWS}/${id}`, { token: tokens.colleague });
  assert.deepEqual(codeOf(theirs), [403, 'saved_views.not_yours']);
  assert.deepEqual(codeOf(await share('DELETE', tokens.club)), [404, 'saved_views.not_found']);
  assert.equal((await share('DELETE', tokens.colleague)).status, 204);
  assert.deepEqual(codeOf(await share('DELETE', tokens.ours)), [404, 'saved_views.not_found']);
  assert.deepEqual(await seen(tokens.colleague), []);
  assert.deepEqual((await seen(tokens.ours)).length, 1, 'its owner keeps it');
  const trail = await service.audit.take();
  assert.deepEqual(
    trail.map(({ action, user_id, meta }) => [action, user_id, meta]),
    [
      ['saved_view.share', null, { view_id: id }],
      ['saved_view.unshare', null, { view_id: id }],
    ],
  );
});

test('a person has twenty views, also of those saved at once', async (t) => {
  const { tokens, list, save, saved } = await start(t);
  for (let number = 1; number < MOST_VIEWS; number++) await saved(tokens.ours, `Pogled ${number}`);
  const answers = await Promise.all(['A', 'B', 'C', 'D'].map((name) => save(tokens.ours, name)));
  const codes = answers.map(({ status, body }) => body.code ?? status).sort();
  assert.deepEqual(codes, [201, 'saved_views.too_many', 'saved_views.too_many', 'saved_views.too_many']);
  assert.equal((await list(tokens.ours)).items.length, MOST_VIEWS);
});

test('they are in the export of their owner and go with the account; a person is not named by those of others', async (t) => {
  const { service, tokens, list, saved } = await start(t);
  const owner = await service.addPerson({ email: 'nova@example.hr', role: 'manager', ime: 'Iva', prezime: 'Perić' });
  const token = await service.tokenOf(owner.email);
  await saved(token, 'Obustavljeni');
  await saved(tokens.ours, 'Za Iva Perić i druge');
  const exported = await service.call('GET /api/users/me/gdpr-export', { token });
  assert.equal(exported.status, 200, exported.text);
  const [view] = exported.body.saved_views;
  assert.deepEqual([view.name, view.filter, view.shared_in], ['Obustavljeni', { status: 'suspended' }, null]);
  const wanted = await service.call('POST /api/users/me/gdpr-erase', { token });
  assert.equal(wanted.status, 200, wanted.text);
  const queue = await service.call('GET /api/admin/gdpr/erasure-requests', { token: tokens.ours });
  const approved = await service.call(`POST /api/admin/gdpr/erasure-requests/${queue.body.items[0].id}/approve`, {
    token: tokens.ours,
    body: {},
  });
  assert.equal(approved.status, 200, approved.text);
  await runErasures(service.privacy);
  await service.mail.deliverDue(); // the last one to the address, which goes with it
  await runErasures(service.privacy);
  const left = await service.database.read.selectFrom('saved_views').select(['user_id', 'name']).execute();
  assert.deepEqual(
    left.map(({ name }) => name),
    ['Za ••• i druge'],
  );
  assert.ok((await list(tokens.ours)).items.length === 1);
});
