import { randomInt } from 'node:crypto';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { type BucketServer, refusing, startBucketServer } from './bucket-server.ts';
import { mountSmallDisk } from './small-disk.ts';

/** A place for backups that tests break. */
export interface BackupPlace {
  readonly env: Record<string, string>;
  /** Of backups, oldest first. */
  names(): string[];
  content(name: string): Buffer;
  put(name: string, content: Buffer): void;
  remove(name: string): void;
  /** Leftovers of interrupted runs. */
  partials(): string[];
  /** Too full for a whole backup while `work` runs. `undefined` where this machine cannot simulate it. */
  readonly full: ((work: () => Promise<string>) => Promise<void>) | undefined;
  away(): Promise<void>;
  back(): Promise<void>;
}

export const BACKUP_PLACES: Readonly<Record<'folder' | 'bucket', (t: TestContext) => Promise<BackupPlace>>> = {
  folder: async (t) => inFolder(t),
  bucket: async (t) => inBucket(await startBucketServer(t)),
};

function inFolder(t: TestContext): BackupPlace {
  const disk = mountSmallDisk(t, 16);
  const above = mkdtempSync(join(tmpdir(), 'iskaznica-kopije-'));
  t.after(() => rmSync(above, { recursive: true }));
  const folder = join(disk?.path ?? above, 'kopije');
  const endingIn = (end: string) => () =>
    readdirSync(folder)
      .filter((name) => name.endsWith(end))
      .sort();
  const [names, partials] = [endingIn('.backup'), endingIn('.part')];
  const full: BackupPlace['full'] = async (work) => {
    if (disk === undefined) return;
    // The next run removes the draft of one that was killed: its room would do for a whole backup.
    for (const name of partials()) rmSync(join(folder, name));
    disk.fill();
    const filler = join(disk.path, 'filler');
    const free = randomInt(Math.floor(0.9 * statSync(join(folder, names().at(-1) ?? '')).size));
    writeFileSync(filler, Buffer.alloc(Math.max(0, statSync(filler).size - free)));
    const said = await work();
    disk.free();
    if (!said.includes('ENOSPC')) throw new Error(`${free} bytes were free, and it said: ${said}`);
  };
  return {
    env: { SVC_BACKUP_DIR: folder },
    names,
    content: (name) => readFileSync(join(folder, name)),
    put: (name, content) => writeFileSync(join(folder, name), content),
    remove: (name) => rmSync(join(folder, name)),
    partials,
    full: disk === undefined ? undefined : full,
    away: async () => renameSync(folder, `${folder}-away`),
    back: async () => {
      if (existsSync(folder)) rmSync(folder, { recursive: true }); // a run may have begun after that, in a new folder
      renameSync(`${folder}-away`, folder);
    },
  };
}

const PREFIX = 'kopije/';

function inBucket(bucket: BucketServer): BackupPlace {
  const { objects, uploads } = bucket;
  return {
    env: bucket.backupEnv(),
    names: () =>
      [...objects.keys()]
        .filter((key) => key.endsWith('.backup'))
        .map((key) => key.slice(PREFIX.length))
        .sort(),
    content: (name) => objects.get(PREFIX + name)?.content ?? Buffer.alloc(0),
    put: (name, content) => void objects.set(PREFIX + name, { content, at: new Date(0) }),
    remove: (name) => void objects.delete(PREFIX + name),
    partials: () => [...uploads.keys()],
    full: async (work) => {
      bucket.fault = refusing(({ method }) => method === 'PUT', 507, 'InsufficientStorage');
      const said = await work();
      bucket.fault = undefined;
      if (!said.includes('507 InsufficientStorage')) throw new Error(`It said: ${said}`);
    },
    away: bucket.away,
    back: bucket.back,
  };
}
