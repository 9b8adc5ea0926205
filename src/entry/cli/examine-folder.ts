import { accessSync, constants, existsSync, readdirSync, readFileSync, statfsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { secretWeakness } from '../../platform/config/secret-strength.ts';
import type { Settings } from '../../platform/config/settings.ts';
import type { Db } from '../../platform/database/database.ts';
import { findForeignFiles } from '../../platform/files/fill-bucket.ts';
import { codeOf, isMissingFile, messageOf } from '../../platform/kernel/unchecked.ts';

const FULL_BELOW_MIB = 100;
const SCARCE_BELOW_MIB = 1024;
const SECRET_FILES = ['secret', 'secret.next'];

/** The data folder: free space, and no file readable by other users of the machine. */
export function examineFolder({ server: { dataDir }, keys }: Settings): Finding[] {
  if (!existsSync(dataDir))
    return [{ verdict: 'warn', about: 'data folder', text: `${dataDir} is not there yet; the first start makes it` }];
  if (isClosedToUs(dataDir)) return room('data folder', dataDir);
  return [
    ...room('data folder', dataDir),
    ...modes(dataDir),
    ...movedAside(dataDir),
    ...(keys.secret ? [] : secretFiles(dataDir)),
  ];
}

/** Uploads, documents and staged imports, often on a volume of their own or in a bucket. */
export async function examineFiles(settings: Settings): Promise<Finding[]> {
  const { dataDir, filesDir } = settings.server;
  if (settings.files.filesUrl !== '') return [await examineBucket(settings)];
  if (existsSync(filesDir)) return room('files', filesDir);
  if (filesDir === join(dataDir, 'files')) return []; // made by the first upload
  return [{ verdict: 'warn', about: 'files', text: `${filesDir} is not there yet; the first upload makes it` }];
}

async function examineBucket(settings: Settings): Promise<Finding> {
  const { bucketOf, readBucketMarker } = await import('../../platform/files/bucket-of.ts');
  const bucket = bucketOf(settings);
  try {
    const mark = await readBucketMarker(bucket);
    if (mark !== undefined) return { verdict: 'ok', about: 'files', text: `${bucket.place} answers and has its mark` };
    return { verdict: 'warn', about: 'files', text: `${bucket.place} has no mark yet; the first start puts it` };
  } catch (error) {
    return { verdict: 'WRONG', about: 'files', text: messageOf(error) };
  }
}

/** Whether the files outside the data folder are those of this store. */
export async function examineFilesMarker(settings: Settings, db: Db): Promise<Finding[]> {
  const problem = await findForeignFiles(settings, db);
  return problem === undefined ? [] : [{ verdict: 'WRONG', about: 'files', text: problem }];
}

/** A secret from the settings; weak ones were refused on reading. */
export function examineSecret({ keys: { secret, previousSecret } }: Settings): Finding[] {
  const given: Finding[] = secret
    ? [{ verdict: 'ok', about: 'secret', text: 'SVC_SECRET is long and varied enough' }]
    : [];
  if (previousSecret === undefined) return given;
  const text = 'SVC_SECRET_PREVIOUS is set: finish with "secret rotate", then take it away';
  return [...given, { verdict: 'warn', about: 'secret', text }];
}

/** Whether a folder exists but cannot be entered. */
export function isClosedToUs(folder: string): boolean {
  try {
    accessSync(folder, constants.X_OK);
    return false;
  } catch (error) {
    return !isMissingFile(error);
  }
}

/** Whether a folder is writable, and its free space. */
export function room(about: string, folder: string): Finding[] {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
  } catch (error) {
    return [{ verdict: 'WRONG', about, text: `${folder} cannot be written to: ${codeOf(error)}${whose(folder)}` }];
  }
  const { bavail, bsize } = statfsSync(folder);
  const free = Math.floor((bavail * bsize) / 1024 ** 2);
  const verdict = free < FULL_BELOW_MIB ? 'WRONG' : free < SCARCE_BELOW_MIB ? 'warn' : 'ok';
  return [{ verdict, about: 'disk', text: `${free} MiB free for ${folder}` }];
}

/** In a container a command is easily run as another user than the service, and even root may be denied. */
function whose(folder: string): string {
  const [owner, runsAs] = [statSync(folder).uid, process.getuid?.()];
  if (runsAs === undefined || owner === runsAs) return '';
  return `; it belongs to user ${owner}, and this runs as user ${runsAs}: run it as the service does`;
}

/** The folder itself must be closed to others, since SQLite creates its files with the usual mode. */
function modes(dataDir: string): Finding[] {
  const open = openToOthers(dataDir);
  if (!open) return [{ verdict: 'ok', about: 'data folder', text: `${dataDir}, closed to other users` }];
  const readable = readdirSync(dataDir).filter((name) => openToOthers(join(dataDir, name)));
  const files = readable.length > 0 ? `, with ${readable.join(', ')}` : '';
  return [
    {
      verdict: readable.length > 0 ? 'WRONG' : 'warn',
      about: 'data folder',
      text: `${dataDir} is open to other users${files}: chmod 700`,
    },
  ];
}

/** Journals that the service or a restore did not go on with. They are about people, so they must not stay for ever. */
const movedAside = (dataDir: string): Finding[] =>
  readdirSync(dataDir)
    .filter((name) => /\.jsonl\.(of-another-store|damaged)-/.test(name))
    .map((name) => ({
      verdict: 'warn',
      about: 'data folder',
      text: `${name} was moved aside: see whose it is, then remove it`,
    }));

function secretFiles(dataDir: string): Finding[] {
  const present = SECRET_FILES.map((name) => join(dataDir, name)).filter((path) => existsSync(path));
  return present.map((path): Finding => {
    if (openToOthers(path)) return { verdict: 'WRONG', about: 'secret', text: `${path} is open to others: chmod 600` };
    const weakness = secretWeakness(readFileSync(path, 'utf8').trim());
    if (weakness !== undefined) return { verdict: 'WRONG', about: 'secret', text: `${path} ${weakness}` };
    if (path.endsWith('.next'))
      return { verdict: 'warn', about: 'secret', text: 'a rotation was interrupted: run "secret rotate" again' };
    return { verdict: 'ok', about: 'secret', text: `${path}, closed to other users` };
  });
}

/** Windows has no such modes; the folder's ACL decides there. */
const openToOthers = (path: string): boolean => process.platform !== 'win32' && (statSync(path).mode & 0o077) !== 0;

/** One line of `doctor`. `WRONG` makes the command fail; `warn` leaves the decision to the operator. */
export interface Finding {
  readonly verdict: 'ok' | 'warn' | 'WRONG';
  readonly about: string;
  readonly text: string;
}
