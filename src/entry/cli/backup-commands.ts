import { mkdir } from 'node:fs/promises';
import { hostname, userInfo } from 'node:os';
import { createBackup } from '../../operations/backup/create-backup.ts';
import { requireBackups } from '../../operations/backup/find-backup-target.ts';
import { findBackupNotes, listKept, recordBackup } from '../../operations/backup/kept-backups.ts';
import { withScratchFolder } from '../../operations/backup/scratch-folder.ts';
import {
  fingerprintOf,
  requireMadeUnder,
  requireSignedBy,
  unpackBackup,
  type VerifiedBackup,
  verifyBackup,
} from '../../operations/backup/verify-backup.ts';
import type { Settings } from '../../platform/config/settings.ts';
import { AlreadyRunning } from '../../platform/database/database-lock.ts';
import { dropUnfinished, restoringAlone, unfinishedIn } from '../../platform/database/load-dump.ts';
import { isStoreThere, lockStore } from '../../platform/database/open-database.ts';
import { isEmbedded } from '../../platform/database/store-dump.ts';
import { type Unfinished, UnfinishedRestore } from '../../platform/database/unfinished-restore.ts';
import { openFileStore } from '../../platform/files/open-files.ts';
import { AppError } from '../../platform/kernel/app-error.ts';
import { nowOf, systemClock, writtenInstant } from '../../platform/kernel/clock.ts';
import type { TellProgress } from '../../platform/kernel/progress.ts';
import { messageOf } from '../../platform/kernel/unchecked.ts';
import { hasServiceSecret, readServiceSecrets } from '../../platform/keys/service-secret.ts';
import { readSettings } from '../app/read-settings.ts';
import { version } from '../start/service.ts';
import { ABOUT_BACKUP, newestBackup, openNamedBackup, requireNotAhead, requirePassphrase } from './backup-argument.ts';
import { alignedColumns, defineCommand, UsageError } from './command.ts';
import { openKeys, requireStore, withStore } from './operator-store.ts';
import { rehearse } from './rehearse-backup.ts';
import { textOf } from './restore-reach.ts';
import { moveStoreAside, type Restored, requireRestorable, restoreInto, settleStore } from './restore-steps.ts';
import { showingProgress } from './show-progress.ts';

const now = () => nowOf(systemClock);

export const createBackupCommand = defineCommand({
  name: 'backup create',
  summary: 'Makes an encrypted backup of database, files, audit heads and ledger, beside a serving process.',
  options: {
    'secret-saved': {
      kind: 'flag',
      about: 'Confirms that the secret is saved apart from the backups, which ends the warning.',
    },
  },
  run: ({ 'secret-saved': isSaved }) =>
    withStore(async (store) => {
      const { keys } = await openKeys(store);
      const files = await openFileStore(store.settings, store.database, store.clock);
      const { address, bytes, entries, fingerprint, pruned } = await showingProgress((tell) =>
        createBackup({ ...store, files, keys, version, tell }),
      );
      console.log(`${address}: ${countOf(entries)}, ${inMegabytes(bytes)}, read back whole. Signed by ${fingerprint}.`);
      for (const name of pruned) console.log(`Removed ${name}.`);
      if (isSaved) await recordBackup(store.database, 'secret_saved', now());
      if ((await findBackupNotes(store.database, store.clock)).secret_saved === undefined)
        console.log(
          'The backup cannot be used without the secret, and does not contain it. Save the secret elsewhere, then run this with --secret-saved.',
        );
    }),
});

export const listBackupsCommand = defineCommand({
  name: 'backup list',
  summary: 'Lists the backups in the folder or bucket, the one made last first.',
  options: {},
  run: async () => {
    const { target } = await requireBackups(readSettings());
    const rows: string[][] = [];
    for (const { name, bytes, head, isAhead } of await listKept(target, systemClock)) {
      const told = typeof head === 'string' ? `WRONG: ${head}` : `${head.dump}, by ${head.version}`;
      rows.push([name, inMegabytes(bytes), isAhead ? `FROM THE FUTURE: ${told}` : told]);
    }
    console.log(rows.length === 0 ? 'There is none.' : alignedColumns(rows));
  },
});

export const verifyBackupCommand = defineCommand({
  name: 'backup verify',
  summary: 'Reads a whole backup and names whatever is damaged, or who made it. Needs the passphrase, but no database.',
  argument: { name: 'backup', about: ABOUT_BACKUP },
  options: {
    fingerprint: {
      kind: 'text',
      placeholder: 'fingerprint',
      about: 'That of the key which signed it, as "backup create" printed it: where the secret is gone.',
    },
  },
  run: async ({ backup, fingerprint }) => {
    const settings = readSettings();
    const passphrase = requirePassphrase(settings);
    const source = await openNamedBackup(settings, backup);
    const { manifest, maker } = await showingProgress((tell) => verifyBackup(source, passphrase, undefined, tell))
      .then((verified) => ({ manifest: verified.manifest, maker: makerOf(settings, verified, fingerprint) }))
      .catch(named(backup));
    const { made_at, entries, audit_head, dump } = manifest;
    const bytes = entries.reduce((sum, { size }) => sum + size, 0);
    console.log(
      `Whole: made ${made_at} over ${dump}, ${countOf(entries.length)}, ${inMegabytes(bytes)}, audit chain up to ${audit_head?.seq ?? 0}.`,
    );
    console.log(maker);
  },
});

export const rehearseBackupCommand = defineCommand({
  name: 'backup rehearse',
  summary:
    'Restores a backup as a rehearsal, beside the real data: migrates it, verifies its audit chain, replays the ledger, and removes it.',
  options: {
    file: {
      kind: 'text',
      placeholder: 'backup',
      about:
        'A file, or the name or address that "backup list" shows; by default the one made last, but never one from the future.',
    },
  },
  run: async ({ file }) => {
    const settings = readSettings();
    const path = file ?? (await newestBackup(settings));
    const source = await openNamedBackup(settings, path);
    const begun = performance.now();
    const { chain, erased, ended, people } = await showingProgress((tell) => rehearse(settings, source, tell)).catch(
      named(path),
    );
    if (!chain.ok) throw new Error(`${path}: the audit chain in it is broken: ${chain.problems[0]?.text}`);
    if (isStoreThere(settings)) await withStore(({ database }) => recordBackup(database, 'rehearsed', now()));
    const took = ((performance.now() - begun) / 1000).toFixed(1);
    console.log(
      `${path} can be restored: people: ${people}, sealed records: ${chain.sealed}, sign-ins and links ended: ${ended}, erasures repeated: ${erased}. It took ${took} s.`,
    );
  },
});

export const restoreBackupCommand = defineCommand({
  name: 'backup restore',
  summary: 'Restores a backup into an empty store; needs the secret. Stop the service first.',
  argument: { name: 'backup', about: ABOUT_BACKUP },
  options: {
    replace: { kind: 'flag', about: 'Moves an existing embedded database into a folder beside it.' },
    'from-the-future': {
      kind: 'flag',
      about: 'Takes a backup that says it was made later than now: the clock was ahead then.',
    },
    by: {
      kind: 'text',
      placeholder: 'name',
      about: 'Who restores it, for the audit log; by default the user of this machine.',
    },
  },
  notes: `Every sign-in, link and code of the backup ends. Then the journal and the ledger of erasures, in the data folder and
beside the backups, bring people, applications and keys to their latest state: suspended, removed, replaced, revoked.`,
  run: async ({ backup, replace, by, 'from-the-future': isFromTheFuture }) => {
    const settings = readSettings();
    const passphrase = requirePassphrase(settings);
    const source = await openNamedBackup(settings, backup);
    if (!isFromTheFuture) await requireNotAhead(source).catch(named(backup));
    const unfinished = await unfinishedIn(settings);
    if (!replace && isEmbedded(settings) && isStoreThere(settings) && unfinished !== 'restore')
      throw new Error(
        `There is a database in ${settings.server.dataDir}. With --replace it is moved into a folder beside it.`,
      );
    await mkdir(settings.server.dataDir, { recursive: true, mode: 0o700 });
    const unlock = lockStore(settings);
    try {
      await withScratchFolder(settings.server.dataDir, 'restore', async (unpacked) => {
        const unpack = (tell: TellProgress) => unpackBackup(source, passphrase, unpacked, tell);
        const verified = await showingProgress(unpack).catch(named(backup));
        const restoring = { unpacked, verified, by: by ?? whoRuns() };
        await requireRestorable(settings, restoring);
        const { manifest } = verified;
        if (unfinished === 'restore' && isEmbedded(settings)) await dropUnfinished(settings);
        const aside = replace ? await moveStoreAside(settings, `before-restore-${systemClock.now()}`) : undefined;
        if (aside !== undefined) console.log(`The database that was there is in ${aside}.`);
        const restore = (tell: TellProgress) =>
          restoringAlone(settings, () => restoreInto(settings, { ...restoring, tell }));
        report(manifest.made_at, await showingProgress(restore).catch(unfinishedBy(settings, 'restore')));
      });
    } finally {
      unlock();
    }
  },
});

export const settleBackupCommand = defineCommand({
  name: 'backup settle',
  summary: 'Does what a restore does at its end, after a recovery by other means. Stop the service first.',
  options: {
    'as-of': {
      kind: 'text',
      placeholder: 'instant',
      about: 'The instant to which the store was recovered, in ISO 8601.',
      required: true,
    },
    by: {
      kind: 'text',
      placeholder: 'name',
      about: 'Who recovered it, for the audit log; by default the user of this machine.',
    },
  },
  notes: `For a point-in-time recovery of PostgreSQL, or a copy of the data folder: ends every sign-in, link and code, applies the journal and
the ledger of erasures, and lets the audit chain continue, on record.`,
  run: async ({ 'as-of': asOf, by }) => {
    const settings = readSettings();
    requireStore(settings);
    if ((await unfinishedIn(settings)) === 'restore') throw new UnfinishedRestore('restore');
    const at = writtenInstant(asOf);
    if (at === undefined) throw new UsageError('--as-of wants an instant, such as 2026-11-23T05:50:00Z.');
    const unlock = lockStore(settings);
    try {
      const settling = { asOf: at, by: by ?? whoRuns() };
      const settle = (tell: TellProgress) =>
        restoringAlone(settings, () => settleStore(settings, { ...settling, tell }));
      report(at, await showingProgress(settle).catch(unfinishedBy(settings, 'settle')));
    } finally {
      unlock();
    }
  },
});

/** Who made it, by which proof. @throws BackupFault when it was somebody else */
function makerOf(settings: Settings, verified: VerifiedBackup, fingerprint: string | undefined): string {
  const found = fingerprintOf(verified.publicKey);
  if (fingerprint !== undefined) {
    requireSignedBy(fingerprint, verified);
    return `Made by the service whose key has the given fingerprint, ${found}.`;
  }
  if (!hasServiceSecret(settings))
    return `NOT known who made it: whoever knows the passphrase can. The secret would tell, or --fingerprint; its key has ${found}.`;
  requireMadeUnder(readServiceSecrets(settings), verified);
  return `Made by this service: the secret here opens its key, ${verified.wrappedKey.kid}, ${found}.`;
}

const whoRuns = (): string => `${userInfo().username}@${hostname()}`;

function report(
  madeAt: string,
  { broken, ended, erased, chain, journal, reach, setAside, foreignErasures }: Restored,
): void {
  console.log(`Restored as of ${madeAt}. Sign-ins and links ended: ${ended}. Erasures repeated: ${erased}.`);
  tellJournal(journal);
  for (const path of setAside) console.log(`Of another store, and moved aside: ${path}.`);
  if (foreignErasures > 0)
    console.log(`Erasures of another store in the ledgers beside the backups, left out: ${foreignErasures}.`);
  console.log(textOf(reach));
  console.log(
    `The audit chain continues after ${broken.seq}${broken.lost_seq > broken.seq ? `; records up to ${broken.lost_seq} are lost` : ''}. That is on record.`,
  );
  if (!chain.ok) throw new Error(`The audit chain is broken: ${chain.problems[0]?.text}. Run "audit verify".`);
}

/** Prints the result of applying the journal. A fault names the problem, not the file. */
function tellJournal({ applied, refused, revokedKeys, faults, missingFrom }: Restored['journal']): void {
  console.log(`People and applications brought to their latest state by the journal: ${applied}.`);
  for (const kid of revokedKeys) console.log(`The key ${kid} was revoked again.`);
  for (const one of refused) console.log(`NOT brought to its latest state: ${one}.`);
  for (const fault of faults) console.log(fault);
  if (missingFrom !== undefined)
    console.log(
      `The journal is missing from ${missingFrom} on: whatever changed after that is as the backup has it. Review suspensions, roles, passwords and second factors since then.`,
    );
}

const named =
  (file: string) =>
  (error: unknown): never => {
    if (error instanceof AlreadyRunning) throw error;
    throw new Error(`${file} cannot be used: ${messageOf(error)}.`, { cause: error });
  };

/** The service starts on nothing that was left half restored, so the only way is on. */
const unfinishedBy =
  (settings: Settings, what: Unfinished) =>
  async (error: unknown): Promise<never> => {
    const reason = (error instanceof AppError ? messageOf(error.cause ?? error) : messageOf(error)).replace(/\.$/, '');
    const left = await unfinishedIn(settings).catch(() => what);
    const state = left === undefined ? 'No database was put in place' : 'The service does not start on what is there';
    throw new Error(`The ${what} did not end: ${reason}. ${state}. Mend that, and run "backup ${what}" again.`, {
      cause: error,
    });
  };

const inMegabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;

const countOf = (entries: number): string => (entries === 1 ? '1 entry' : `${entries} entries`);
