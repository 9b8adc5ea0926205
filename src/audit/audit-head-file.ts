import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { appendDurably } from '../files/append-durably.ts';
import type { Signed } from './audit-chain.ts';

/** Where the newest head is kept outside the database, so that a chain cut at its end is seen. */
export interface HeadFile {
  append(head: Signed): Promise<void>;
  /** The newest head that was written here; nothing before the first. */
  newest(): Signed | undefined;
}

/** Heads are ever more, and only the newest is asked for; it takes some 300 bytes. */
const TAIL_BYTES = 8192;

export function headFile(dataDir: string): HeadFile {
  const path = join(dataDir, 'audit-heads.jsonl');
  return {
    append: async (head) => {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      await appendDurably(path, `${JSON.stringify(head)}\n`);
    },
    newest: () => lastWhole(readTail(path)),
  };
}

function readTail(path: string): string {
  const file = openIfThere(path);
  if (file === undefined) return '';
  try {
    const { size } = fstatSync(file);
    const tail = Buffer.alloc(Math.min(size, TAIL_BYTES));
    return tail.toString('utf8', 0, readSync(file, tail, 0, tail.length, size - tail.length));
  } finally {
    closeSync(file);
  }
}

function openIfThere(path: string): number | undefined {
  try {
    return openSync(path, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** A crash may have left the last line in half. */
function lastWhole(text: string): Signed | undefined {
  for (const line of text.trimEnd().split('\n').reverse()) {
    try {
      return JSON.parse(line) as Signed;
    } catch {}
  }
  return undefined;
}
