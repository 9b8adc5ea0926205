// engine: none
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const FOLDER = join(import.meta.dirname, '../../docs/decisions');
const PARTS = ['## Context', '## Decision', '## Consequences'];

test('every decision has the same form', () => {
  for (const name of readdirSync(FOLDER)) {
    const lines = readFileSync(join(FOLDER, name), 'utf8').split('\n');
    assert.match(lines[0] ?? '', new RegExp(`^# ${name.slice(0, 4)}: \\S`), `${name}: title`);
    assert.match(lines[2] ?? '', /^\*\*Status:\*\* (accepted|superseded)\b/, `${name}: status`);
    assert.deepEqual(
      lines.filter((line) => line.startsWith('## ')),
      PARTS,
      name,
    );
  }
});
