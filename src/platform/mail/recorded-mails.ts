import { appendFile, mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { writeWhole } from '../files/durable-writes.ts';
import type { Instant } from '../kernel/clock.ts';

export const mailFolder = (dataDir: string): string => join(dataDir, 'mail');

const lastTurn = new Map<string, Promise<unknown>>();

/** Serialises changes of a folder's index: a line appended during a rewrite would be lost. */
function inTurn<Result>(folder: string, work: () => Promise<Result>): Promise<Result> {
  const turn = (lastTurn.get(folder) ?? Promise.resolve()).then(work, work);
  lastTurn.set(
    folder,
    turn.catch(() => {}),
  );
  return turn;
}

/** `<time>-<id>.eml`, complete or partial. */
const RECORDED = /-(\d+)\.eml(?:\.part)?$/;

const indexOf = (folder: string): string => join(folder, 'index.jsonl');

/** Adds an index line for a recorded mail. */
export const indexRecorded = (folder: string, line: Readonly<Record<string, unknown>>): Promise<void> =>
  inTurn(folder, () => appendFile(indexOf(folder), `${JSON.stringify(line)}\n`, { mode: 0o600 }));

/**
 * Removes the files and index lines of these mails, partial files included. Idempotent. Mails sent by SMTP have none.
 */
export async function forgetRecordedMails(dataDir: string, ids: readonly number[]): Promise<void> {
  const folder = mailFolder(dataDir);
  const wanted = new Set(ids);
  for (const name of await namesIn(folder)) {
    const id = RECORDED.exec(name)?.[1];
    if (id !== undefined && wanted.has(Number(id))) await rm(join(folder, name), { force: true });
  }
  await inTurn(folder, () => rewriteIndex(folder, wanted));
}

/**
 * Removes recorded mails from before an instant and their index lines, since contents are kept no longer than in the
 * outbox. Returns how many.
 */
export async function forgetRecordedBefore(dataDir: string, before: Instant): Promise<number> {
  const folder = mailFolder(dataDir);
  const until = before.replaceAll(':', '-');
  const old = (await namesIn(folder)).filter((name) => RECORDED.test(name) && name < until);
  await forgetRecordedMails(
    dataDir,
    old.map((name) => Number(RECORDED.exec(name)?.[1])),
  );
  return old.length;
}

const namesIn = (folder: string): Promise<string[]> => readdir(folder).catch(nothingThere([]));

async function rewriteIndex(folder: string, without: ReadonlySet<number>): Promise<void> {
  const text = await readFile(indexOf(folder), 'utf8').catch(nothingThere(''));
  const kept = text.split('\n').filter((line) => !without.has(idIn(line)));
  if (kept.join('\n') === text) return;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeWhole(indexOf(folder), kept.join('\n'));
}

/** NaN for a line that a crash left incomplete. */
function idIn(line: string): number {
  return Number(/^\{"id":(\d+),/.exec(line)?.[1]);
}

const nothingThere =
  <Nothing>(nothing: Nothing) =>
  (error: NodeJS.ErrnoException): Nothing => {
    if (error.code === 'ENOENT') return nothing;
    throw error;
  };
