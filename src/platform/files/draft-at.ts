import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { Draft } from './drafts.ts';

/** A file on this node as a draft, to be put under a key. @throws Error when it cannot be read */
export async function draftAt(path: string): Promise<Draft> {
  const digest = createHash('sha256');
  let size = 0;
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    digest.update(chunk);
    size += chunk.length;
  }
  return { path, size, sha256: digest.digest('hex') };
}
