// engine: none
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { counter, gauge, metricsText } from './metric.ts';

test('label values and help are escaped as the text format asks', () => {
  const odd = 'a "b" \\ c\nd';
  const text = metricsText([
    gauge('one', `help ${odd}`, 0.5, { of: odd }),
    counter('two_total', 'Endless.', [{ labels: { a: '1', b: '2' }, value: Infinity }]),
    counter('three_total', 'None yet.', []),
  ]);
  assert.deepEqual(text.split('\n'), [
    '# HELP one help a "b" \\\\ c\\nd',
    '# TYPE one gauge',
    'one{of="a \\"b\\" \\\\ c\\nd"} 0.5',
    '# HELP two_total Endless.',
    '# TYPE two_total counter',
    'two_total{a="1",b="2"} +Inf',
    '# HELP three_total None yet.',
    '# TYPE three_total counter',
    '',
  ]);
});
