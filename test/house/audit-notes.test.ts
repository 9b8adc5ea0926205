// engine: none
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { auditNotes } from '../../src/platform/words/audit-note-words.ts';
import { noteOf } from '../../src/platform/words/audit-notes.ts';
import { sayNotes } from '../../src/platform/words/say-notes.ts';

const hr = sayNotes('hr');
const en = sayNotes('en');

test('every reason that has words is told', () => {
  const prefix = 'audit.note.reason.';
  for (const [key, words] of Object.entries(auditNotes))
    if (key.startsWith(prefix))
      assert.equal(noteOf('login.fail', { reason: key.slice(prefix.length) }, hr), words.hr, key);
  assert.equal(noteOf('login.fail', { reason: 'something new' }, hr), '');
});

test('records of many people tell what was done to how many', () => {
  assert.equal(noteOf('bulk.start', { act: 'invite', total: 2 }, hr), 'slanje pozivnica: 2 osobe');
  assert.equal(
    noteOf('bulk.finish', { act: 'suspend', done: 1200, refused: 1 }, en),
    'suspending: 1,200 done, 1 skipped',
  );
  assert.equal(
    noteOf('import.finish', { mode: 'run', created: 946, skipped: 0, failed: 2 }, en),
    '946 new, 0 skipped, 2 failed',
  );
  assert.equal(
    noteOf('factor_policy.change', { before: { admin: 7 }, after: { admin: 7, manager: 0 } }, hr),
    'Voditelj',
  );
});
