import type { TestContext } from 'node:test';
import type { FileStore } from '../../src/platform/files/files.ts';
import { MARK_FILE } from '../../src/platform/files/files-folder.ts';
import { startBucketServer } from './bucket-server.ts';

/** The settings of a service for each place that its files may be in. */
export const FILE_PLACES: Readonly<Record<'folder' | 'bucket', (t: TestContext) => Promise<Record<string, string>>>> = {
  folder: async () => ({}),
  bucket: async (t) => (await startBucketServer(t)).env(),
};

/** Keys of all files, but for the mark of the place. */
export async function allKeys({ files }: { files: FileStore }): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of files.list('')) if (key !== MARK_FILE) keys.push(key);
  return keys.sort();
}
