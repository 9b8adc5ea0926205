// engine: none
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { findPostgres } from '../../tools/test-run/engine-probe.ts';
import { startThrowawayPostgres } from '../../tools/test-run/throwaway-postgres.ts';

const MAKER = join(import.meta.dirname, '../../tools/test-run/throwaway-postgres.ts');
const SCRIPT = `const { startThrowawayPostgres } = await import(${JSON.stringify(MAKER)});
const own = await startThrowawayPostgres();
console.log(own?.url ?? '');
setInterval(() => {}, 1000);`;
const GONE_WITHIN_MS = 10_000;

const isAway = async (url: string): Promise<boolean> => (await findPostgres(url)).problem !== undefined;

async function settingsOf(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const names = ['fsync', 'max_connections', 'server_encoding', 'data_directory'];
  const { rows } = await client.query('select array_agg(current_setting(name)) from unnest($1::text[]) name', [names]);
  await client.end();
  return rows[0].array_agg;
}

test('a run starts a temporary PostgreSQL without fsync, and removes it', async (t) => {
  const own = await startThrowawayPostgres();
  if (own === undefined) return t.diagnostic('!!! PostgreSQL is not installed: none was made for a run !!!');
  const settings = await settingsOf(own.url).finally(() => own.stop());
  assert.deepEqual(settings.slice(0, 3), ['off', '400', 'UTF8']);
  assert.equal(await isAway(own.url), true);
  assert.equal(existsSync(settings[3] ?? ''), false);
});

test('the temporary PostgreSQL ends with its creator, even if that is killed', async (t) => {
  const maker = spawn(process.execPath, ['--input-type=module', '-e', SCRIPT], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  t.after(() => maker.kill('SIGKILL'));
  const [shown] = (await once(maker.stdout, 'data')) as [Buffer];
  const url = String(shown).trim();
  if (url === '') return t.diagnostic('!!! PostgreSQL is not installed: none was made for a run !!!');
  assert.equal(await isAway(url), false);
  const [, , , data = ''] = await settingsOf(url);
  maker.kill('SIGKILL');
  const giveUpAt = performance.now() + GONE_WITHIN_MS;
  while (existsSync(data) && performance.now() < giveUpAt) await pause(50);
  assert.deepEqual([existsSync(data), await isAway(url)], [false, true]);
});
