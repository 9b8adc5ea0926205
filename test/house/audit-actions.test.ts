// engine: none
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { auditActionNames } from '../../src/entry/app/declarations.ts';
import { rooms } from '../../src/entry/app/rooms.ts';
import { type AuditAction, type AuditMetas, action } from '../../src/platform/audit/audit-actions.ts';
import type { AuditEntry } from '../../src/platform/audit/record-audit.ts';

/** The contract's closed list: no room may remove or rename one. */
const CONTRACT = [
  'login.ok',
  'login.fail',
  'login.locked',
  'login.ratelimit.ip',
  'login.2fa_required',
  'login.2fa_fail',
  'logout',
  'auth.refresh',
  'password.change',
  'password.reset.ok',
  'password.reset.fail',
  'password.forgot.issue',
  'password.forgot.miss',
  'invite.consume.ok',
  'invite.consume.fail',
  'user.invite',
  'user.create',
  'user.update',
  'user.delete',
  'user.role.change',
  'user.suspend',
  'user.unsuspend',
  'user.password.reset',
  '2fa.verify.ok',
  '2fa.verify.fail',
  '2fa.disable',
  'profile.update',
  'profile.avatar_upload',
  'profile.avatar_delete',
] as const satisfies readonly AuditAction[];

/** The members that the contract requires for every failed sign-in. */
type Failure = Required<Pick<AuditMetas['login.fail'], 'reason' | 'fail_count' | 'locked' | 'lock_minutes'>>;

test('every action of the contract is declared by a room', () => {
  assert.equal(CONTRACT.length, 29);
  assert.deepEqual(
    CONTRACT.filter((name) => !auditActionNames.includes(name)),
    [],
  );
});

test('no two rooms declare the same action', () => {
  const names = rooms.rooms.flatMap(({ auditActions }) => Object.keys(auditActions ?? {}));
  assert.deepEqual(
    names.filter((name, index) => names.indexOf(name) !== index),
    [],
  );
});

test('a record whose `meta` does not fit its action does not compile', () => {
  const entries: readonly AuditEntry[] = [
    { action: 'tenant.create', meta: { name: 'Savez', slug: 'savez' } },
    {
      action: 'login.fail',
      meta: { reason: 'password', fail_count: 1, locked: false, lock_minutes: 5 } satisfies Failure,
    },
    // @ts-expect-error: a member is missing
    { action: 'tenant.create', meta: { name: 'Savez' } },
    // @ts-expect-error: so is all of it
    { action: 'tenant.create' },
    // @ts-expect-error: of another type
    { action: 'tenant.create', meta: { name: 'Savez', slug: 1 } },
    // @ts-expect-error: of another action
    { action: 'tenant.create', meta: { name: 'Savez', slug: 'savez', sid: '' } },
    // @ts-expect-error: this one has none
    { action: 'user.unlock', meta: { sid: '' } },
    // @ts-expect-error: no room declares it
    { action: 'tenant.rename' },
  ];
  const required = (meta: AuditMetas['login.fail']): Failure => meta; // compiles only while all four are required
  assert.deepEqual([entries.length, typeof required], [8, 'function']);
});

test('an action without a group, a label or a sentence in English does not compile', () => {
  const [act, deed] = [{ hr: 'dodan oglas', en: 'notice added' }, { en: 'added a notice' }];
  const actions = [
    action({ group: 'documents', act, deed }),
    // @ts-expect-error: no group
    action({ act, deed }),
    // @ts-expect-error: a group that the filter does not have
    action({ group: 'notices', act, deed }),
    // @ts-expect-error: no label
    action({ group: 'documents', deed }),
    // @ts-expect-error: a label in one language
    action({ group: 'documents', act: { hr: act.hr }, deed }),
    // @ts-expect-error: no sentence
    action({ group: 'documents', act }),
    // @ts-expect-error: no English sentence
    action({ group: 'documents', act, deed: { hr: 'dodan oglas' } }),
  ];
  assert.ok(actions.every(({ isWorded }) => !isWorded));
});
