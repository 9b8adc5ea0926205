import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openImportFixture } from '../../../test/support/import-fixture.ts';
import { startTestService } from '../../../test/support/test-service.ts';
import { partsOf } from '../../platform/database/personal-data.ts';
import { days } from '../../platform/kernel/durations.ts';
import { ruleOf } from './describe-data.ts';

const ABOUT_FILE = ['schema_version', 'exported_at', 'user_id', 'information'];

test('an export explains itself: purpose and period of every part, sources, recipients, rights', async (t) => {
  const service = await startTestService(t, { SVC_AUDIT_RETENTION_DAYS: '400', SVC_DELETED_RETENTION_DAYS: '45' });
  const token = await service.tokenOf((await service.addPerson()).email);
  const data = (await service.call('GET /api/users/me/gdpr-export', { token })).body;
  const { parts, ...about } = data.information;
  const named: string[] = parts.map(({ part }: { part: string }) => part);
  assert.deepEqual(
    Object.keys(data).filter((part) => !ABOUT_FILE.includes(part)),
    named,
  );
  for (const { purpose, kept } of parts) assert.match(`${purpose} ${kept}`, /^\p{Lu}.*\. (\p{Lu}|\d).*\.$/u);
  const keptOf = (part: string) => parts.find((one: { part: string }) => one.part === part).kept;
  assert.equal(keptOf('links'), '90 dana nakon što završi ili istekne.');
  assert.equal(keptOf('known_devices'), '730 dana nakon zadnjeg puta.');
  assert.match(keptOf('audit'), /^400 dana\./);
  assert.match(keptOf('profile'), /još 45 dana/);
  assert.deepEqual([about.language, about.controller, about.rights.length], ['hr', 'Savez', 6]);
  assert.match(about.policy, /verzija 1\): http:\/\/127\.0\.0\.1:8080\/privatnost\/pravila\?tenant_id=1$/);
  assert.match(about.rights.at(-1), /AZOP/);
  const english = (await service.call('POST /api/users/me/gdpr-export?language=en', { token })).body.information;
  assert.match(english.parts[0].purpose, /^Managing memberships/);
  assert.equal((await service.call('GET /api/users/me/gdpr-export?language=de', { token })).status, 422);
});

test('where the log is kept for ever, an export says so', async (t) => {
  const service = await startTestService(t);
  const token = await service.tokenOf((await service.addPerson()).email);
  await service.call('PUT /api/auth/me', { token, body: { preferred_language: 'en' } });
  const { information } = (await service.call('GET /api/users/me/gdpr-export', { token })).body;
  assert.match(information.parts.find(({ part }: { part: string }) => part === 'audit').kept, /^No period is set\./);
});

test('every period that an export names is one of retention', async (t) => {
  const { privacy } = await startTestService(t);
  const rules = privacy.retentionRules();
  for (const [, { kept }] of privacy.contributors.flatMap(partsOf))
    if (typeof kept !== 'string') assert.ok(ruleOf(kept, rules).keptFor > 0);
  // The default policy names these.
  assert.equal(rules.find(({ name }) => name === 'mails')?.keptFor, days(30));
  assert.equal(rules.find(({ name }) => name === 'sign_ins')?.keptFor, days(90));
});

test('an export says who imported the account and when, and which imports somebody started', async (t) => {
  const { service, run, admin } = await openImportFixture(t);
  const made = await run('email,ime,prezime\nmarko@example.hr,Marko,Marić\n');
  const { items } = (await service.call('GET /api/admin/users?q=marko', { token: admin })).body;
  const theirs = (await service.call(`GET /api/admin/gdpr/users/${items[0].id}/export`, { token: admin })).body;
  assert.deepEqual(theirs.created_by_imports, [
    { import_id: made.id, created_at: made.created_at, by: { role: 'admin', tenant: 'Savez' } },
  ]);
  assert.deepEqual(theirs.imports_started, []);
  const { body, text } = await service.call('GET /api/users/me/gdpr-export', { token: admin });
  const started = body.imports_started.map(({ import_id, mode, total, created, ip }: Record<string, unknown>) => [
    import_id,
    mode,
    total,
    created,
    ip,
  ]);
  assert.deepEqual(started, [[made.id, 'real', 1, 1, null]]);
  assert.ok(!/marko|Marić/.test(text), 'and nobody of the file');
});

test('a legal hold is told to the person, with its reason, until it is lifted', async (t) => {
  const service = await startTestService(t);
  const token = await service.tokenOf((await service.addPerson()).email);
  const { id } = (await service.call('POST /api/users/me/erasure', { token })).body;
  const admin = await service.tokenOf((await service.addPerson({ role: 'admin' })).email);
  const hold = (held: boolean) =>
    service.call(`PUT /api/admin/gdpr/erasure-requests/${id}/legal-hold`, {
      token: admin,
      body: { held, reason: 'Sudski postupak' },
    });
  const seen = async () => {
    const own = (await service.call('GET /api/users/me/erasure', { token })).body;
    const [exported] = (await service.call('GET /api/users/me/gdpr-export', { token })).body.erasure_requests;
    assert.deepEqual(exported, own);
    return [own.legal_hold_at, own.legal_hold_reason];
  };
  const held = (await hold(true)).body;
  assert.deepEqual(await seen(), [held.legal_hold_at, 'Sudski postupak']);
  assert.notEqual(held.legal_hold_at, null);
  await hold(false);
  assert.deepEqual(await seen(), [null, null]);
});
