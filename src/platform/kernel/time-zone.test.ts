// engine: none
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayBefore, timeZone } from './time-zone.ts';

const start = (zone: string, day: string) => new Date(timeZone(zone)?.startOf(day) ?? 0).toISOString();

test('a day begins at local midnight, also when the clocks change', () => {
  assert.equal(start('UTC', '2026-11-23'), '2026-11-23T00:00:00.000Z');
  assert.equal(start('Europe/Zagreb', '2026-01-05'), '2026-01-04T23:00:00.000Z');
  assert.equal(start('Europe/Zagreb', '2026-03-29'), '2026-03-28T23:00:00.000Z');
  assert.equal(start('Europe/Zagreb', '2026-03-30'), '2026-03-29T22:00:00.000Z');
  assert.equal(start('Europe/Zagreb', '2026-10-26'), '2026-10-25T23:00:00.000Z');
  assert.equal(start('Asia/Kolkata', '2026-05-01'), '2026-04-30T18:30:00.000Z');
  assert.equal(start('+02:00', '2026-05-01'), '2026-04-30T22:00:00.000Z');
  assert.equal(start('America/Santiago', '2026-09-06'), '2026-09-06T04:00:00.000Z', 'there is no midnight that day');
});

test('instants belong to their local day', () => {
  assert.equal(timeZone('Europe/Zagreb')?.dayOf(Date.parse('2026-07-05T22:30:00Z')), '2026-07-06');
  assert.equal(timeZone('America/New_York')?.dayOf(Date.parse('2026-07-05T02:30:00Z')), '2026-07-04');
  assert.equal(dayBefore('2026-03-01'), '2026-02-28');
});

test('other text is not a zone', () => {
  for (const wrong of ['', 'Zagreb', 'Europe/Atlantis', '+25:00', 'Europe/Zagreb; drop table'])
    assert.equal(timeZone(wrong), undefined, wrong);
});
