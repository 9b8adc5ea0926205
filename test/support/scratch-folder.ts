import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';

/** A folder that is removed with the test. */
export function scratchFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'iskaznica-test-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
