import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import pg from 'pg';
import { startThrowawayPostgres, type ThrowawayPostgres } from '../../tools/test-run/throwaway-postgres.ts';

/** A PostgreSQL of the test alone. */
export interface OwnPostgres {
  readonly url: string;
  ask(statement: string): Promise<pg.QueryResult['rows']>;
  /** Freezes all its processes: requests arrive, but are not answered. */
  freeze(): void;
  thaw(): void;
}

/** A primary and a standby that follows it, both of the test. `undefined` where PostgreSQL is not installed. */
export async function startPostgresPair(
  t: TestContext,
): Promise<{ primary: OwnPostgres; standby: OwnPostgres } | undefined> {
  const first = await startThrowawayPostgres();
  if (first === undefined) return undefined;
  const primary = await ownPostgres(t, first);
  const second = await startThrowawayPostgres({ standbyOf: first.url });
  if (second === undefined) throw new Error('No standby could be made');
  return { primary, standby: await ownPostgres(t, second) };
}

/** Stopped with the test. */
export async function ownPostgres(t: TestContext, { url, stop }: ThrowawayPostgres): Promise<OwnPostgres> {
  const ask: OwnPostgres['ask'] = async (statement) => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      return (await client.query(statement)).rows;
    } finally {
      await client.end();
    }
  };
  const [{ data_directory: folder }] = await ask('show data_directory');
  const [pid = ''] = readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n');
  const children = (): number[] =>
    execFileSync('ps', ['-o', 'pid=', '--ppid', pid], { encoding: 'utf8' })
      .split('\n')
      .map(Number)
      .filter((number) => number > 0);
  // Its first process before the others, which it would add to meanwhile: one that is overlooked goes on answering.
  const freeze = () => {
    process.kill(Number(pid), 'SIGSTOP');
    const frozen = new Set<number>();
    for (let found = children(); found.length > 0; found = children().filter((each) => !frozen.has(each)))
      for (const each of found) {
        frozen.add(each);
        send(each, 'SIGSTOP');
      }
  };
  const thaw = () => {
    for (const each of [...children(), Number(pid)]) send(each, 'SIGCONT');
  };
  t.after(async () => {
    thaw();
    await stop();
  });
  return { url, ask, freeze, thaw };
}

function send(pid: number, signal: 'SIGSTOP' | 'SIGCONT'): void {
  try {
    process.kill(pid, signal);
  } catch {
    // it has ended since
  }
}

/** One address of several servers, in this order. */
export function addressOf(...servers: readonly { readonly url: string }[]): string {
  const [first = ''] = servers.map(({ url }) => url);
  return first.replace(new URL(first).host, servers.map(({ url }) => new URL(url).host).join(','));
}
