// engine: none
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppError, type CodesOf, declareRefusals } from './app-error.ts';
import { runOnThread } from './run-on-thread.ts';

const errors = declareRefusals({
  'test.refused': { status: 422, hr: 'Neispravno.', en: null, when: 'Not valid.' },
  'test.too_much': { status: 422, hr: 'Previše.', en: null, when: 'Too much.' },
});

declare module './app-error.ts' {
  interface Refusals extends CodesOf<typeof errors> {}
}
const call = runOnThread<string, unknown>(new URL('../../../test/support/odd-thread.ts', import.meta.url), {
  deadline: 2000,
  mostMegabytes: 32,
  tooMuch: (cause) => new AppError('test.too_much', { cause }),
});

test('a thread returns, refuses and throws like a function', async () => {
  assert.deepEqual(await call('answer'), new Map([['one', 1]]));
  await assert.rejects(call('refuse'), {
    name: 'AppError',
    message: 'Redak 3',
    code: 'test.refused',
    members: { line: 3 },
  });
  await assert.rejects(call('fail'), { name: 'Error', message: 'broken' });
});

test('a thread that never ends, or takes all memory, is terminated, and this one is never blocked', async () => {
  for (const act of ['spin', 'hoard']) {
    const begun = performance.now();
    let turns = 0;
    const counting = setInterval(() => turns++, 5);
    await assert.rejects(call(act), { code: 'test.too_much' }, act);
    clearInterval(counting);
    assert.ok(performance.now() - begun < 10_000 && turns > 2, `${act}: ${turns} turns`);
  }
});
