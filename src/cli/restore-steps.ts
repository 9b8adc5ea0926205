import { existsSync } from 'node:fs';
import { copyFile, cp, mkdir, readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import { endAtRestore, journalledStates, skipLostNumbers } from '../app/declarations.ts';
import { acceptBreak } from '../audit/accept-break.ts';
import { byOperator } from '../audit/audit-context.ts';
import { headsPath } from '../audit/audit-head-file.ts';
import type { ChainBreak } from '../audit/chain-break.ts';
import { auditSealer } from '../audit/seal-audit.ts';
import { type ChainReport, verifyAudit } from '../audit/verify-audit.ts';
import { type AppliedJournal, applyJournal } from '../backup/apply-journal.ts';
import type { Manifest } from '../backup/backup-manifest.ts';
import { findBackupTarget } from '../backup/find-backup-target.ts';
import { type Journals, ledgersIn, readJournals } from '../backup/read-journals.ts';
import { withScratchFolder } from '../backup/scratch-folder.ts';
import type { Settings } from '../config/settings.ts';
import { openUnmigrated } from '../database/open-database.ts';
import { dumpKind, isEmbedded, loadStore } from '../database/store-dump.ts';
import { type Clock, epochOf, type Instant, nowOf, systemClock } from '../kernel/clock.ts';
import { minutes } from '../kernel/durations.ts';
import type { TellProgress } from '../kernel/progress.ts';
import { listClosedKeys } from '../keys/list-closed-keys.ts';
import { hasServiceSecret, readServiceSecrets } from '../keys/service-secret.ts';
import { erasureLedger, ledgerPath } from '../privacy/erasure-ledger.ts';
import { openService, type Service } from '../start/service.ts';
import { replayLedger } from './replay-ledger.ts';
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
  readonly manifest: Manifest;
}

/** @throws Error when this backup cannot be restored here; nothing is changed before */
export async function requireRestorable(settings: Settings, { unpacked, manifest }: Restoring): Promise<void> {
  const readable = dumpKind(settings);
  if (manifest.dump !== readable)
    throw new Error(`The backup is of ${manifest.dump}, and the settings are for ${readable}.`);
  const files = join(unpacked, 'files');
  if (settings.files.filesUrl !== '') await (await import('../files/fill-bucket.ts')).requireFillable(settings, files);
  if (!hasServiceSecret(settings))
    throw new Error(
      `There is no secret here. Put the one that was saved into ${join(settings.server.dataDir, 'secret')}, or set SVC_SECRET: without it nothing in the backup opens.`,
    );
  if (!isEmbedded(settings)) return; // examined after restoring, since its place is empty
  const aside = { ...settings, server: { ...settings.server, dataDir: unpacked } };
  await loadStore(aside, join(unpacked, 'database'));
  await requireOpenKeys(aside, settings);
}

async function requireOpenKeys(store: Settings, settings: Settings): Promise<void> {
  const { database } = await openUnmigrated(store);
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
    const { unpacked, manifest, ...settling } = restoring;
    await loadStore(settings, join(unpacked, 'database'));
    await requireOpenKeys(settings, settings);
    await placeFiles(settings, unpacked);
    return settle(settings, beside, { ...settling, asOf: manifest.made_at });
  });

/** Prepares a store of an earlier time for serving. */
export const settleStore = (settings: Settings, settling: Settling): Promise<Restored> =>
  withJournals(settings, (beside) => settle(settings, beside, settling));

/** Gives `work` the folder of the files that lie beside the backups. Where that cannot be read, nothing is changed. */
const withJournals = <Result>(settings: Settings, work: (beside: string) => Promise<Result>): Promise<Result> =>
  withScratchFolder(settings.server.dataDir, 'journals', async (scratch) => {
    const target = await findBackupTarget(settings);
    return work(target === undefined ? scratch : await target.journals.gathered(scratch));
  });

async function settle(settings: Settings, beside: string, settling: Settling): Promise<Restored> {
  const { clock = systemClock } = settling;
  await takeLedgers(settings, beside);
  const service = await openService(settings, { log: pino({ level: 'silent' }), clock });
  try {
    return await makeFit(service, beside, settling, clock);
  } finally {
    await service.close();
  }
}

/** Adds the files of the backup to those that exist. Newer heads and ledger entries are kept. */
async function placeFiles(settings: Settings, unpacked: string): Promise<void> {
  const { dataDir } = settings.server;
  const files = join(unpacked, 'files');
  if (existsSync(files)) await placeIn(settings, files);
  const heads = join(unpacked, 'audit-heads.jsonl');
  if (existsSync(heads) && !existsSync(headsPath(dataDir))) await copyFile(heads, headsPath(dataDir));
  await takeLedgers(settings, unpacked);
}

async function placeIn(settings: Settings, files: string): Promise<void> {
  if (settings.files.filesUrl !== '') await (await import('../files/fill-bucket.ts')).fillBucket(settings, files);
  else await cp(files, settings.server.filesDir, { recursive: true, force: true });
}

/** Merges other ledgers into the local one: that of the backup, and those of all nodes beside the backups. */
async function takeLedgers({ server }: Settings, folder: string): Promise<void> {
  const ledger = erasureLedger(ledgerPath(server.dataDir));
  for (const path of await ledgersIn([folder]))
    for (const entry of await erasureLedger(path).list()) await ledger.append(entry);
}

async function makeFit(
  service: Service,
  beside: string,
  { by, asOf, tell }: Settling,
  clock: Clock,
): Promise<Restored> {
  const { database, keys, heads, privacy, settings } = service;
  const at = nowOf(clock);
  const ended = await database.transaction(async (tx) => {
    await skipLostNumbers(tx);
    return endAtRestore(tx, at);
  });
  const journals = await readJournals([settings.server.dataDir, beside], keys);
  const lastSeal = heads.newest()?.signed_at;
  const revokedKeys = await revokeJournalledKeys(service, journals.states, clock);
  const deps = { database, keys, clock, heads };
  const call = byOperator(['backup.restore'], at);
  const broken = await acceptBreak(deps, { kind: 'restore', by, call });
  const applied = await applyJournal({ ...deps, journalledStates }, journals.states, asOf);
  const entries = await erasureLedger(ledgerPath(settings.server.dataDir)).list();
  const erased = (await replayLedger(privacy, entries, tell)).filter(({ outcome }) => outcome === 'approved').length;
  await auditSealer(deps)();
  const missingFrom = whereItEnds(journals, asOf, lastSeal);
  const journal = { ...applied, revokedKeys, faults: journals.faults, missingFrom };
  return { broken, ended, erased, chain: await verifyAudit({ ...deps, ...(tell && { tell }) }), journal };
}

/** The journal is written within seconds of a change, and a seal some seconds after it. */
const USUAL_DELAY = minutes(1);

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
  const stored = (await readdir(dataDir)).filter((file) => /^iskaznica\.db(-wal|-shm)?$/.test(file));
  if (stored.length === 0) return undefined;
  const aside = join(dataDir, name);
  await mkdir(aside, { mode: 0o700 });
  for (const file of stored) await rename(join(dataDir, file), join(aside, file));
  return aside;
}
