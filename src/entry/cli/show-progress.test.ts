// engine: none
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { progressText, showingProgress } from './show-progress.ts';

/** A screen that keeps what is written, and a clock that is set. */
function fixture(isTTY: boolean, columns?: number) {
  const written: string[] = [];
  const time = { now: 0 };
  return { written, time, screen: { isTTY, columns, write: (text: string) => void written.push(text) } };
}

const at = (done: number, stage = 'Verifying') => ({ stage, done, total: 1000, unit: 'records' });

test('the text tells share, amount, rate and time left, as far as they are known', () => {
  const since = { took: 10_000, since: 0 };
  const report = { stage: 'Verifying', done: 450_000, total: 1_000_000, unit: 'records' };
  assert.equal(progressText(report, since), 'Verifying: 45 %, 450,000 of 1,000,000 records, 45,000/s, 0:13 left');
  assert.equal(progressText({ ...report, total: undefined }, since), 'Verifying: 450,000 records, 45,000/s');
  assert.equal(progressText({ ...report, done: 0 }, since), 'Verifying: 0 %, 0 of 1,000,000 records');
  const slow = { stage: 'Importing', done: 30, total: 100_000, unit: 'rows' };
  assert.equal(progressText(slow, since), 'Importing: 0 %, 30 of 100,000 rows, 3.0/s, 9:15:24 left');
  const bytes = { stage: 'Writing', done: 5_000_000, total: 20_000_000, unit: 'bytes' };
  assert.equal(progressText(bytes, since), 'Writing: 25 %, 5.0 of 20.0 MB, 0.5 MB/s, 0:30 left');
  assert.equal(progressText({ ...report, done: 600_000 }, { took: 1000, since: 500_000 }).split(', ')[2], '100,000/s');
});

test('a person sees one line, redrawn, never longer than the screen, and gone at the end', async () => {
  const { written, time, screen } = fixture(true, 30);
  const result = await showingProgress(
    async (tell) => {
      for (const done of [0, 100, 200, 300]) {
        tell(at(done));
        time.now += 60;
      }
      return 'done';
    },
    screen,
    () => time.now,
  );
  assert.equal(result, 'done');
  assert.equal(written.length, 2, 'every 100 ms at most');
  assert.match(written[0] ?? '', /^\r.\[2KVerifying: 20 %, 200 of 1,000$/u);
  assert.equal(written.at(-1), '\r\u001b[2K');
});

test('a pipe gets whole lines every ten seconds, and none of what is quick', async () => {
  const { written, time, screen } = fixture(false);
  await assert.rejects(
    showingProgress(
      async (tell) => {
        for (let second = 0; second <= 25; second++) {
          tell(at(second * 10, second < 22 ? 'Writing' : 'Verifying'));
          time.now += 1000;
        }
        throw new Error('and then it fails');
      },
      screen,
      () => time.now,
    ),
    /and then it fails/,
  );
  assert.deepEqual(written, [
    'Writing: 10 %, 100 of 1,000 records, 10/s, 1:30 left\n',
    'Writing: 20 %, 200 of 1,000 records, 10/s, 1:20 left\n',
  ]);
  await showingProgress(
    async (tell) => tell(at(1)),
    screen,
    () => 0,
  );
  assert.equal(written.length, 2);
});
