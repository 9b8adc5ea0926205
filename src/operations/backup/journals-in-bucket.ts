import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { asItIs, type Bucket, resumedRead } from '../../platform/files/bucket-of.ts';
import { draftAt } from '../../platform/files/drafts.ts';
import { opaqueId } from '../../platform/kernel/ids.ts';
import { type JournalCopies, journalCopyName, ledgerCopyName } from './journal-copies.ts';

/** Most objects for each node, all of which a restore reads; then a new copy of the whole journal is begun. */
const MOST_PIECES = 500;
const DIGITS = 6;

/**
 * Nothing can be appended to an object, so a copy of a journal is a series of objects: the whole journal at some time, then what
 * was appended to it. A new copy is put beside the old one, which is then removed starting from its end. So at any moment each
 * series is the beginning of a valid journal.
 */
export function journalsInBucket(bucket: Bucket): JournalCopies {
  let row: { readonly id: string; pieces: number } | undefined;
  const put = (key: string, content: Parameters<Bucket['put']>[1]) => bucket.put(key, content).catch(asItIs);
  const begin = async (name: string, path: string) => {
    const id = opaqueId();
    await put(pieceKey(name, id, 0), await draftAt(path));
    for (const { key } of (await objectsIn(bucket, `journal-${name}.`)).reverse())
      if (!key.startsWith(`journal-${name}.${id}.`)) await bucket.remove(key).catch(asItIs);
    row = { id, pieces: 1 };
  };
  return {
    journal: async (name, path, appended) => {
      const current = row;
      if (appended === undefined || current === undefined || current.pieces === MOST_PIECES) return begin(name, path);
      row = undefined; // if the put fails, it is unknown whether the object exists
      await put(pieceKey(name, current.id, current.pieces), Buffer.from(appended));
      row = { id: current.id, pieces: current.pieces + 1 };
    },
    ledger: async (name, path) => put(ledgerCopyName(name), await draftAt(path)),
    gathered: async (scratch) => {
      for (const { key, size } of await objectsIn(bucket, 'erasures-'))
        await writeFile(join(scratch, key), resumedRead(bucket, key, { first: 0, last: size - 1 }));
      for (const { key, size } of await objectsIn(bucket, 'journal-')) {
        const [, row] = /^journal-([\w-]+\.[\w-]+)\.\d+\.jsonl$/.exec(key) ?? [];
        if (row === undefined) continue;
        const to = join(scratch, journalCopyName(row.replace('.', '-')));
        await writeFile(to, resumedRead(bucket, key, { first: 0, last: size - 1 }), { flag: 'a' });
      }
      return scratch;
    },
  };
}

const pieceKey = (name: string, id: string, piece: number): string =>
  `journal-${name}.${id}.${String(piece).padStart(DIGITS, '0')}.jsonl`;

/** Sorted by name. */
async function objectsIn(bucket: Bucket, prefix: string): Promise<{ key: string; size: number }[]> {
  const objects: { key: string; size: number }[] = [];
  try {
    for await (const { key, about } of bucket.list(prefix)) objects.push({ key, size: (await about())?.size ?? 0 });
  } catch (error) {
    asItIs(error);
  }
  return objects.sort((one, other) => (one.key < other.key ? -1 : 1));
}
