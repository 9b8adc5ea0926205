import { existsSync } from 'node:fs';
import { copyFile, cp, mkdir, readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import { endAtRestore } from '../app/declarations.ts';
import { acceptBreak } from '../audit/accept-break.ts';
import { byOperator } from '../audit/audit-context.ts';
import { headsPath } from '../audit/audit-head-file.ts';
import type { ChainBreak } from '../audit/chain-break.ts';
import { auditSealer } from '../audit/seal-audit.ts';
import { type ChainReport, verifyAudit } from '../audit/verify-audit.ts';
import type { Manifest } from '../backup/backup-manifest.ts';
import type { Settings } from '../config/settings.ts';
import { openUnmigrated } from '../database/open-database.ts';
import { dumpKind, isEmbedded, loadStore } from '../database/store-dump.ts';
import { type Clock, instantAt, systemClock } from '../kernel/clock.ts';
import { listClosedKeys } from '../keys/list-closed-keys.ts';
import { hasServiceSecret, readServiceSecrets } from '../keys/service-secret.ts';
import { erasureLedger, ledgerPath } from '../privacy/erasure-ledger.ts';
import { replayErasures } from '../privacy/replay-erasures.ts';
import { CASES_AT_ONCE, runErasures } from '../privacy/run-erasures.ts';
import { openService, type Service } from '../start/service.ts';

export interface Restored {
  readonly broken: ChainBreak;
  /** Sign-ins, links and codes that were ended. */
  readonly ended: number;
  /** Erasures of the ledger that were carried out again. */
  readonly erased: number;
  readonly chain: ChainReport;
}

interface Restoring {
  /** Where `unpackBackup` has written it. */
  readonly unpacked: string;
  readonly manifest: Manifest;
  readonly by: string;
  readonly clock?: Clock;
}

/** @throws Error before anything is changed, where this backup cannot be opened here */
export async function requireRestorable(settings: Settings, { unpacked, manifest }: Restoring): Promise<void> {
  const readable = dumpKind(settings);
  if (manifest.dump !== readable)
    throw new Error(`The backup is of ${manifest.dump}, and the settings are for ${readable}.`);
  if (!hasServiceSecret(settings))
    throw new Error(
      `There is no secret here. Put the one that was saved into ${join(settings.server.dataDir, 'secret')}, or set SVC_SECRET: without it nothing in the backup opens.`,
    );
  if (!isEmbedded(settings)) return; // looked at in its place, which is empty
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

/** Puts a verified backup in the place of a store that is empty or not there, and makes it fit to serve. */
export async function restoreInto(settings: Settings, restoring: Restoring): Promise<Restored> {
  const { unpacked, clock = systemClock } = restoring;
  await loadStore(settings, join(unpacked, 'database'));
  await requireOpenKeys(settings, settings);
  await placeFiles(settings, unpacked);
  const service = await openService(settings, { log: pino({ level: 'silent' }), clock });
  try {
    return await makeFit(service, restoring, clock);
  } finally {
    await service.close();
  }
}

/** Files of the backup beside what is there; of heads and ledger what is newer stays. */
async function placeFiles({ server: { dataDir, filesDir } }: Settings, unpacked: string): Promise<void> {
  const files = join(unpacked, 'files');
  if (existsSync(files)) await cp(files, filesDir, { recursive: true, force: true });
  const heads = join(unpacked, 'audit-heads.jsonl');
  if (existsSync(heads) && !existsSync(headsPath(dataDir))) await copyFile(heads, headsPath(dataDir));
  const ledger = erasureLedger(ledgerPath(dataDir));
  for (const entry of await erasureLedger(join(unpacked, 'erasures.jsonl')).list()) await ledger.append(entry);
}

async function makeFit(service: Service, { by }: Restoring, clock: Clock): Promise<Restored> {
  const { database, keys, heads, privacy, settings } = service;
  const at = instantAt(clock.now());
  const ended = await database.transaction((tx) => endAtRestore(tx, at));
  const deps = { database, keys, clock, heads };
  const call = byOperator(['backup.restore'], at);
  const broken = await acceptBreak(deps, { kind: 'restore', by, call });
  const erased = await replayLedger(privacy, settings);
  await auditSealer(deps)();
  return { broken, ended, erased, chain: await verifyAudit(deps) };
}

async function replayLedger(privacy: Service['privacy'], { server }: Settings): Promise<number> {
  const entries = await erasureLedger(ledgerPath(server.dataDir)).list();
  const replayed = await replayErasures(privacy, entries);
  for (let left = entries.length; left > 0; left -= CASES_AT_ONCE) await runErasures(privacy);
  return replayed.filter(({ outcome }) => outcome === 'approved').length;
}

/** Moves an embedded store out of the way, and says where to. */
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
