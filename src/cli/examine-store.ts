import { existsSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Signed } from '../audit/audit-chain.ts';
import { headFile } from '../audit/audit-head-file.ts';
import { findNewestRecord } from '../audit/find-newest-record.ts';
import { findNewestHead } from '../audit/newest-head.ts';
import { whyUnsafe } from '../audit/seal-audit.ts';
import type { Settings } from '../config/settings.ts';
import { connectRedis } from '../counters/connect-redis.ts';
import type { Database, Db } from '../database/database.ts';
import { openUnmigrated } from '../database/open-database.ts';
import { sqliteFile } from '../database/open-sqlite.ts';
import { type Clock, epochOf } from '../kernel/clock.ts';
import { inWholeSeconds, type Milliseconds, seconds } from '../kernel/durations.ts';
import { openKeyring } from '../keys/keyring.ts';
import { listClosedKeys } from '../keys/list-closed-keys.ts';
import { readServiceSecrets } from '../keys/service-secret.ts';
import type { Finding } from './finding.ts';

/** Clocks of nodes may differ by this much: CONTRIBUTING and operations ask for NTP. */
const TOLERATED_SKEW: Milliseconds = seconds(1);

/** Whether the store answers, its schema is current, the secret opens its keys and its newest record is not of the future. */
export async function examineStore(settings: Settings, clock: Clock): Promise<Finding[]> {
  if (!settings.storage.databaseUrl && !existsSync(sqliteFile(settings.server.dataDir)))
    return [{ verdict: 'look', about: 'store', text: 'there is no database yet; the first start makes it' }];
  const begun = performance.now();
  try {
    const { database, pending } = await openUnmigrated(settings);
    try {
      await database.check();
      const answered = finding('ok', 'store', `${database.engine} answered in ${sinceMs(begun)} ms`);
      if (pending.length > 0)
        return [answered, finding('look', 'schema', `to come: ${pending.join(', ')}; the next start applies them`)];
      return [
        ...[answered, finding('ok', 'schema', 'up to date')],
        ...(await examineKeys(settings, database, clock)),
        ...[await examineClock(database, clock), ...(await examineStoreClock(database, clock))],
      ];
    } finally {
      await database.close();
    }
  } catch (error) {
    return [finding('WRONG', 'store', (error as Error).message)];
  }
}

async function examineKeys(settings: Settings, database: Database, clock: Clock): Promise<Finding[]> {
  const secrets = readServiceSecrets(settings);
  const closed = await listClosedKeys(database.read, secrets);
  if (closed.length > 0) return [finding('WRONG', 'data keys', `the secret does not open ${closed.join(', ')}`)];
  const opened = finding('ok', 'data keys', 'the secret opens every one');
  const heads = headFile(settings.server.dataDir);
  const head = (await findNewestHead(database.read)) ?? heads.newest();
  // Opening the keys of a store that has none yet would make them.
  if (head === undefined) return [opened, finding('ok', 'audit chain', 'nothing is sealed yet')];
  const keys = await openKeyring(database, () => secrets, clock);
  return [opened, await examineChain(database.read, { keys, heads }, head)];
}

const LOOKS_AT_THE_END = 5;
const LOOKS_APART: Milliseconds = 300;

/** The end of the chain alone: walking all of it takes minutes where there are millions of records. */
async function examineChain(
  db: Db,
  parts: Parameters<typeof whyUnsafe>[1],
  { seq, signed_at }: Signed,
): Promise<Finding> {
  let broken = await whyUnsafe(db, parts);
  // A node may seal between two looks at the end, under load many times a second; what is broken stays so.
  for (let looks = 1; broken !== undefined && looks < LOOKS_AT_THE_END; looks++) {
    await pause(LOOKS_APART);
    broken = await whyUnsafe(db, parts);
  }
  if (broken !== undefined) return finding('WRONG', 'audit chain', `${broken}: run "audit verify"`);
  return finding('ok', 'audit chain', `ends whole at ${seq}, signed ${signed_at}; "audit verify" walks all of it`);
}

/** The clock of PostgreSQL's machine. An embedded database has none of its own. */
async function examineStoreClock({ engine, read }: Database, clock: Clock): Promise<Finding[]> {
  if (engine === 'sqlite') return [];
  const before = clock.now();
  const asked = sql<{ ms: number }>`select (extract(epoch from clock_timestamp()) * 1000)::bigint as ms`;
  const theirs = (await asked.execute(read)).rows[0]?.ms ?? 0;
  const after = clock.now();
  // Theirs was read at some moment between ours.
  const apart = Math.max(before - theirs, theirs - after, 0);
  const text = `${apart} ms apart from PostgreSQL's`;
  return apart <= TOLERATED_SKEW ? [finding('ok', 'clock', text)] : [finding('WRONG', 'clock', `${text}: use NTP`)];
}

async function examineClock(database: Database, clock: Clock): Promise<Finding> {
  const newest = await findNewestRecord(database.read);
  if (newest === undefined) return finding('ok', 'clock', 'no audit record yet to compare with');
  const ahead = epochOf(newest.at) - clock.now();
  if (ahead <= TOLERATED_SKEW) return finding('ok', 'clock', `not behind the newest audit record (${newest.at})`);
  return finding('WRONG', 'clock', `${inWholeSeconds(ahead)} s behind the newest audit record (${newest.at}): use NTP`);
}

/** Redis, where it is used. */
export async function examineCounters({ storage }: Settings): Promise<Finding[]> {
  if (storage.redisUrl === undefined) return [];
  const { check, close } = await connectRedis(storage.redisUrl, { info: () => {}, warn: () => {} });
  try {
    await check();
    return [finding('ok', 'redis', 'answers')];
  } catch {
    return [finding('WRONG', 'redis', 'does not answer within a second')];
  } finally {
    await close();
  }
}

const finding = (verdict: Finding['verdict'], about: string, text: string): Finding => ({ verdict, about, text });

const sinceMs = (begun: number): number => Math.round(performance.now() - begun);
