import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { TestContext } from 'node:test';

/** Contents by path from the root. */
export type Files = Readonly<Record<string, string>>;

/** Writes a small repository into a temporary folder, removed after the test. Returns its root. */
export function plantTree(test: TestContext, files: Files): string {
  const root = mkdtempSync(join(tmpdir(), 'iskaznica-house-'));
  test.after(() => rmSync(root, { recursive: true, force: true }));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return root;
}
