import { existsSync } from 'node:fs';
import { copyFile, cp, mkdir, readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import { type AppliedJournal, applyJournal } from '../../operations/backup/apply-journal.ts';
import { findBackupTarget } from '../../operations/backup/find-backup-target.ts';
import { type Journals, readJournals } from '../../operations/backup/read-journals.ts';
import { withScratchFolder } from '../../operations/backup/scratch-folder.ts';
import { requireMadeUnder, type VerifiedBackup } from '../../operations/backup/verify-backup.ts';
import { acceptBreak } from '../../platform/audit/accept-break.ts';
import { byOperator } from '../../platform/audit/audit-context.ts';
import { headsPath } from '../../platform/audit/audit-head-file.ts';
import type { ChainBreak } from '../../platform/audit/chain-break.ts';
import { auditSealer } from '../../platform/audit/seal-audit.ts';
import { findNewestRecord } from '../../platform/audit/single-records-store.ts';
import { type ChainReport, verifyAudit } from '../../platform/audit/verify-audit.ts';
import type { Settings } from '../../platform/config/settings.ts';
import type { Connected, Database } from '../../platform/database/database.ts';
import { loadStore, markDump, requireLoadable } from '../../platform/database/load-dump.ts';
import { connect } from '../../platform/database/open-database.ts';
import { dumpKind, isEmbedded } from '../../platform/database/store-dump.ts';
import { markFinished, markUnfinished } from '../../platform/database/unfinished-restore.ts';
import {
  BEFORE_ALL,
  CLOCKS_DIFFER,
  type Clock,
  earlier,
  epochOf,
  type Instant,
  instantAt,
  nowOf,
  systemClock,
} from '../../platform/kernel/clock.ts';
import { minutes } from '../../platform/kernel/durations.ts';
import type { TellProgress } from '../../platform/kernel/progress.ts';
import { type Keyring, openKeyring } from '../../platform/keys/keyring.ts';
import { replaceKeysForRehearsal } from '../../platform/keys/rehearsal-keys.ts';
import { listClosedKeys } from '../../platform/keys/revoke-key.ts';
import { hasServiceSecret, readServiceSecrets } from '../../platform/keys/service-secret.ts';
import { erasureLedger, ledgerPath } from '../../privacy/personal-data/erasure-ledger.ts';
import { openMigratedAppStore, openUnmigratedAppStore } from '../app/app-schema.ts';
import { endAtRestore, journalledStates, skipLostNumbers } from '../app/declarations.ts';
import { moveForeignAside, requireStoreOf } from '../start/own-folder.ts';
import { openService, type Service } from '../start/service.ts';
import { type Reach, reachOf } from './restore-reach.ts';
import { mergeLedgers, replayLedger } from './restored-ledger.ts';
import { revokeJournalledKeys } from './revoke-journalled-keys.ts';

export interface Restored {
  readonly broken: ChainBreak;
  /** The number of sign-ins, links and codes that were ended. */
  readonly ended: number;
  /** The number of erasures that were repeated from the ledger. */
  readonly erased: number;
  readonly chain: ChainReport;
  /** The states that changed after the backup was made and were set to their last value. */
  readonly journal: AppliedJournal & {
    readonly revokedKeys: readonly string[];
    readonly faults: readonly string[];
    /** From when on changes are unknown; `undefined` if the journal reaches as far as the seals. */
    readonly missingFrom: Instant | undefined;
  };
  readonly reach: Reach;
  /** What lay in the data folder and is another store's, under its new name. */
  readonly setAside: readonly string[];
  /** Erasures of another store, in ledgers beside the backups. */
  readonly foreignErasures: number;
}

interface Settling {
  /** The time of the store's state. */
  readonly asOf: Instant;
  readonly by: string;
  readonly clock?: Clock;
  readonly tell?: TellProgress;
}

interface Restoring extends Omit<Settling, 'asOf'> {
  /** The folder into which `unpackBackup` wrote it. */
  readonly unpacked: string;
  readonly verified: VerifiedBackup;
  /** Nothing that a rehearsal signs may count outside it: who can read its store could pass it for a restore. */
  readonly isRehearsal?: boolean;
}

/** The journal is written within seconds of a change, and a seal some seconds after it. */
const USUAL_DELAY = minutes(1);

/** @throws Error when this backup cannot be restored here; nothing is changed before */
export async function requireRestorable(settings: Settings, { unpacked, verified }: Restoring): Promise<void> {
  const { manifest } = verified;
  const readable = dumpKind(settings);
  if (manifest.dump !== readable)
    throw new Error(`The backup is of ${manifest.dump}, and the settings are for ${readable}.`);
  const files = join(unpacked, 'files');
  if (settings.files.filesUrl !== '')
    await (await import('../../platform/files/fill-bucket.ts')).requireFillable(settings, files);
  requireSecret(settings);
  requireMadeUnder(readServiceSecrets(settings), verified);
  if (!isEmbedded(settings)) return requireLoadable(settings); // its keys are examined after restoring
  const aside = { ...settings, server: { ...settings.server, dataDir: unpacked } };
  markDump(settings, join(unpacked, 'database')); // this is the file that takes the store's place
  await loadStore(aside, join(unpacked, 'database'));
  await requireOpenKeys(aside, settings);
}

/** Reading one that is gone would make another. @throws Error */
export function requireSecret(settings: Settings): void {
  if (!hasServiceSecret(settings))
    throw new Error(
      `There is no secret here. Put the one that was saved into ${join(settings.server.dataDir, 'secret')}, or set SVC_SECRET: without it nothing in the backup opens.`,
    );
}

async function requireOpenKeys(store: Settings, settings: Settings): Promise<void> {
  const { database } = await openUnmigratedAppStore(store, { isRestoring: true });
  try {
    const closed = await listClosedKeys(database.read, readServiceSecrets(settings));
    if (closed.length > 0)
      throw new Error(
        `The secret here does not open ${closed.join(', ')} of the backup: it needs the one of its time.`,
      );
  } finally {
    await database.close();
  }
}

/** Restores a verified backup in place of an empty or missing store, and prepares it for serving. */
export const restoreInto = (settings: Settings, restoring: Restoring): Promise<Restored> =>
  withJournals(settings, async (beside) => {
    const { unpacked, verified, isRehearsal = false, ...settling } = restoring;
    await loadStore(settings, join(unpacked, 'database'));
    await requireOpenKeys(settings, settings);
    const setAside = await withKeys(settings, async (keys) => {
      const moved = await moveForeignAside(settings.server.dataDir, keys);
      await placeFiles(settings, unpacked, keys);
      return moved;
    });
    const fit = isRehearsal ? await withRehearsalKeys(settings, settling.clock ?? systemClock) : settings;
    const settled = await settle(fit, beside, { ...settling, asOf: verified.manifest.made_at });
    return { ...settled, setAside };
  });

async function withKeys<Result>(settings: Settings, work: (keys: Keyring) => Promise<Result>): Promise<Result> {
  const { database } = await openMigratedAppStore(settings, { isRestoring: true });
  try {
    return await work(await openKeyring(database, () => readServiceSecrets(settings), systemClock));
  } finally {
    await database.close();
  }
}

async function withRehearsalKeys(settings: Settings, clock: Clock): Promise<Settings> {
  const { database } = await openMigratedAppStore(settings, { isRestoring: true });
  try {
    const secret = await replaceKeysForRehearsal(database, readServiceSecrets(settings), clock);
    return { ...settings, keys: { ...settings.keys, secret, previousSecret: undefined } };
  } finally {
    await database.close();
  }
}

/** Prepares a store of an earlier time for serving. */
export const settleStore = async (settings: Settings, settling: Settling): Promise<Restored> => {
  await requireNotLater(settings, settling.asOf);
  return withJournals(settings, async (beside) => {
    await onStore(settings, (store) => markUnfinished(store, 'settle'));
    const setAside = await withKeys(settings, (keys) => moveForeignAside(settings.server.dataDir, keys));
    return { ...(await settle(settings, beside, settling)), setAside };
  });
};

/** @throws Error when the store cannot be of that instant, since it has nothing from near it, or the secret is gone */
async function requireNotLater(settings: Settings, asOf: Instant): Promise<void> {
  const { database } = await openUnmigratedAppStore(settings, { isRestoring: true });
  try {
    await requireStoreOf(settings, database);
    const newest = await findNewestRecord(database.read);
    if (newest !== undefined && asOf > instantAt(epochOf(newest.at) + USUAL_DELAY))
      throw new Error(
        `The newest record of the store is of ${newest.at}: --as-of must not be later, or the journal would be passed over. Nothing was changed.`,
      );
  } finally {
    await database.close();
  }
}

async function onStore(settings: Settings, work: (store: Connected) => Promise<void>): Promise<void> {
  const store = await connect(settings);
  await work(store).finally(() => store.database.close());
}

/** Gives `work` the folder of the files that lie beside the backups. Where that cannot be read, nothing is changed. */
const withJournals = <Result>(settings: Settings, work: (beside: string) => Promise<Result>): Promise<Result> =>
  withScratchFolder(settings.server.dataDir, 'journals', async (scratch) => {
    const target = await findBackupTarget(settings);
    return work(target === undefined ? scratch : await target.journals.collect(scratch));
  });

async function settle(settings: Settings, beside: string, settling: Settling): Promise<Omit<Restored, 'setAside'>> {
  const { clock = systemClock } = settling;
  const service = await openService(settings, { log: pino({ level: 'silent' }), clock, isRestoring: true });
  const restored = await prepareRestored(service, beside, settling, clock).finally(() => service.close());
  await onStore(settings, markFinished); // last of all: until now nothing but this opens the store
  return restored;
}

/** Adds the files of the backup to those that exist. Newer heads and ledger entries are kept. */
async function placeFiles(settings: Settings, unpacked: string, keys: Keyring): Promise<void> {
  const { dataDir } = settings.server;
  const files = join(unpacked, 'files');
  if (existsSync(files)) await placeIn(settings, files);
  const heads = join(unpacked, 'audit-heads.jsonl');
  if (existsSync(heads) && !existsSync(headsPath(dataDir))) await copyFile(heads, headsPath(dataDir));
  await mergeLedgers(dataDir, unpacked, keys);
}

async function placeIn(settings: Settings, files: string): Promise<void> {
  if (settings.files.filesUrl !== '')
    await (await import('../../platform/files/fill-bucket.ts')).fillBucket(settings, files);
  else await cp(files, settings.server.filesDir, { recursive: true, force: true });
}

async function prepareRestored(
  service: Service,
  beside: string,
  { by, asOf, tell }: Settling,
  clock: Clock,
): Promise<Omit<Restored, 'setAside'>> {
  const { database, keys, heads, privacy, settings } = service;
  const at = nowOf(clock);
  const since = await stateOf(database, asOf, at);
  const ended = await database.transaction(async (tx) => {
    await skipLostNumbers(tx);
    return endAtRestore(tx, at);
  });
  const journals = await readJournals([settings.server.dataDir, beside], keys);
  const lastHead = heads.newest();
  const revokedKeys = await revokeJournalledKeys(service, journals.states, clock);
  const deps = { database, keys, clock, heads };
  const call = byOperator(['backup.restore'], at);
  const broken = await acceptBreak(deps, { kind: 'restore', by, call });
  const applied = await applyJournal({ ...deps, journalledStates }, journals.states, since);
  const foreignErasures = await mergeLedgers(settings.server.dataDir, beside, keys);
  const entries = await erasureLedger(ledgerPath(settings.server.dataDir)).list();
  const erased = (await replayLedger(privacy, entries, tell)).filter(({ outcome }) => outcome === 'approved').length;
  await auditSealer(deps)();
  const missingFrom = whereItEnds(
    journals,
    since === BEFORE_ALL ? (journals.through ?? at) : since,
    lastHead?.signed_at,
  );
  const journal = { ...applied, revokedKeys, faults: journals.faults, missingFrom };
  const chain = await verifyAudit({ ...deps, ...(tell && { tell }) });
  return { broken, ended, erased, reach: reachOf(journals, lastHead, entries), chain, journal, foreignErasures };
}

/**
 * From when on states of the journal count. The store's own newest record bounds what a clock or an operator said: were it later, the
 * journal would be passed over. A record from the future bounds nothing, so all of the journal counts.
 */
async function stateOf({ read }: Database, asOf: Instant, now: Instant): Promise<Instant> {
  const newest = (await findNewestRecord(read))?.at ?? BEFORE_ALL;
  return newest > instantAt(epochOf(now) + CLOCKS_DIFFER) ? BEFORE_ALL : earlier(asOf, newest);
}

function whereItEnds(
  { through, faults }: Journals,
  madeAt: Instant,
  lastSeal: Instant | undefined,
): Instant | undefined {
  const end = through === undefined || through < madeAt ? madeAt : through;
  const isWhole = through !== undefined && faults.length === 0;
  return isWhole && epochOf(end) + USUAL_DELAY >= epochOf(lastSeal ?? madeAt) ? undefined : end;
}

/** Moves an embedded store out of the way and returns its new place. */
export async function moveStoreAside(settings: Settings, name: string): Promise<string | undefined> {
  const { dataDir } = settings.server;
  if (!isEmbedded(settings)) return undefined;
  // The file first: without it nobody takes what is left of its log for a store.
  const stored = (await readdir(dataDir)).filter((file) => /^iskaznica\.db(-wal|-shm)?$/.test(file)).sort();
  if (stored.length === 0) return undefined;
  const aside = join(dataDir, name);
  await mkdir(aside, { mode: 0o700 });
  for (const file of stored) await rename(join(dataDir, file), join(aside, file));
  return aside;
}
