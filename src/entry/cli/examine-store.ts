import { setTimeout as pause } from 'node:timers/promises';
import { headFile, type OutsideHead } from '../../platform/audit/audit-head-file.ts';
import { findChainFault } from '../../platform/audit/seal-audit.ts';
import { findNewestHead, findNewestRecord } from '../../platform/audit/single-records-store.ts';
import type { Settings } from '../../platform/config/settings.ts';
import { connectRedis } from '../../platform/counters/connect-redis.ts';
import type { Database, Db } from '../../platform/database/database.ts';
import { findDamage } from '../../platform/database/find-damage.ts';
import { isStoreThere } from '../../platform/database/open-database.ts';
import { isEmbedded } from '../../platform/database/store-dump.ts';
import { doubtedUntil } from '../../platform/jobs/clock-watch.ts';
import { listOpenRebuilds } from '../../platform/jobs/rebuilds-store.ts';
import { type Clock, epochOf } from '../../platform/kernel/clock.ts';
import { inWholeSeconds, type Milliseconds, seconds } from '../../platform/kernel/durations.ts';
import { messageOf } from '../../platform/kernel/unchecked.ts';
import { hasDataKeys } from '../../platform/keys/has-data-keys.ts';
import { openKeyring } from '../../platform/keys/keyring.ts';
import { listClosedKeys } from '../../platform/keys/revoke-key.ts';
import { hasServiceSecret, readServiceSecrets } from '../../platform/keys/service-secret.ts';
import { RETENTION } from '../../privacy/personal-data/keep-retention.ts';
import { openUnmigratedAppStore } from '../app/app-schema.ts';
import { describeForeignFiles, lostSecret, lostStoreIn, requireUsed } from '../start/own-folder.ts';
import { examineFilesMarker, type Finding, isClosedToUs } from './examine-folder.ts';
import { examinePasskeys } from './examine-passkeys.ts';

/** Tolerated clock difference between nodes; CONTRIBUTING and operations ask for NTP. */
const TOLERATED_SKEW: Milliseconds = seconds(1);

/** Whether the store answers, its schema is current, the secret unwraps its keys and no record is from the future. */
export async function examineStore(settings: Settings, clock: Clock): Promise<Finding[]> {
  if (isEmbedded(settings) && isClosedToUs(settings.server.dataDir)) return []; // told of the folder
  if (!isStoreThere(settings)) {
    const lost = lostStoreIn(settings);
    return lost === undefined
      ? [finding('warn', 'store', 'there is no database yet; the first start makes it')]
      : [finding('WRONG', 'store', lost)];
  }
  const begun = performance.now();
  try {
    const { database, pending, ahead } = await openUnmigratedAppStore(settings);
    try {
      await database.check();
      const damage = await findDamage(database);
      if (damage !== undefined) return [finding('WRONG', 'store', damage)];
      await requireUsed(settings, database);
      const server = database.server?.();
      const where = server === undefined ? '' : ` at ${server.name}`;
      const answered = finding('ok', 'store', `${database.engine}${where} answered in ${sinceMs(begun)} ms`);
      if (pending.length > 0)
        return [answered, finding('warn', 'schema', `to come: ${pending.join(', ')}; the next start applies them`)];
      return [
        ...[answered, finding('ok', 'schema', ahead.length > 0 ? newer(ahead) : 'up to date')],
        ...(await examineKeys(settings, database, clock)),
        await examineClock(database, clock),
        ...(await examineStoreClock(database, clock)),
        ...(await examineRetention(database, clock)),
        ...(await examineRebuilds(database.read)),
        ...(await examinePasskeys(settings, database.read, clock)),
        ...(await examineFilesMarker(settings, database.read)),
      ];
    } finally {
      await database.close();
    }
  } catch (error) {
    return [finding('WRONG', 'store', messageOf(error))];
  }
}

async function examineKeys(settings: Settings, database: Database, clock: Clock): Promise<Finding[]> {
  const { dataDir } = settings.server;
  const isUsed = await hasDataKeys(database.read);
  // Reading it would make one, under which nothing opens.
  if (!hasServiceSecret(settings)) return isUsed ? [finding('WRONG', 'secret', lostSecret(dataDir))] : [];
  const secrets = readServiceSecrets(settings);
  const closed = await listClosedKeys(database.read, secrets);
  if (closed.length > 0) return [finding('WRONG', 'data keys', `the secret does not open ${closed.join(', ')}`)];
  const opened = finding('ok', 'data keys', 'the secret opens every one');
  // Opening the keys of a store without any would create them.
  if (!isUsed) return [opened, finding('ok', 'audit chain', 'nothing is sealed yet')];
  const keys = await openKeyring(database, () => secrets, clock);
  const foreign = await describeForeignFiles(dataDir, keys);
  const heads = headFile(dataDir);
  const head = (await findNewestHead(database.read)) ?? heads.newest();
  return [
    opened,
    ...(foreign === undefined ? [] : [finding('WRONG', 'data folder', foreign)]),
    head === undefined
      ? finding('ok', 'audit chain', 'nothing is sealed yet')
      : await examineChain(database.read, { keys, heads }, head),
  ];
}

const LOOKS_AT_THE_END = 5;
const LOOKS_APART: Milliseconds = 300;

/** Only the end of the chain: walking millions of records takes minutes. */
async function examineChain(
  db: Db,
  parts: Parameters<typeof findChainFault>[1],
  { seq, signed_at }: OutsideHead,
): Promise<Finding> {
  let broken = await findChainFault(db, parts);
  // Under load a node may seal between two reads; a broken chain stays broken.
  for (let looks = 1; broken !== undefined && looks < LOOKS_AT_THE_END; looks++) {
    await pause(LOOKS_APART);
    broken = await findChainFault(db, parts);
  }
  if (broken !== undefined) return finding('WRONG', 'audit chain', `${broken}: run "audit verify"`);
  return finding('ok', 'audit chain', `ends whole at ${seq}, signed ${signed_at}; "audit verify" walks all of it`);
}

async function examineStoreClock(database: Database, clock: Clock): Promise<Finding[]> {
  const before = clock.now();
  const theirs = await database.clock();
  if (theirs === undefined) return [];
  const after = clock.now();
  // Their time was read between our two readings.
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

async function examineRetention(database: Database, clock: Clock): Promise<Finding[]> {
  const until = await doubtedUntil(database.read, clock, RETENTION);
  if (until === undefined) return [];
  return [finding('warn', 'clock', `went on by days between two runs: retention deletes nothing until ${until}`)];
}

async function examineRebuilds(db: Db): Promise<Finding[]> {
  const open = await listOpenRebuilds(db);
  return open.map(({ what, done, total }) =>
    finding('ok', 'rebuild', `search words of ${what}: ${done} of ${total} done; meanwhile some are not found`),
  );
}

/** Redis, when configured. */
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

const newer = (ahead: readonly string[]): string =>
  `of a newer version (${ahead.join(', ')}), which lets this one go on`;

const finding = (verdict: Finding['verdict'], about: string, text: string): Finding => ({ verdict, about, text });

const sinceMs = (begun: number): number => Math.round(performance.now() - begun);
