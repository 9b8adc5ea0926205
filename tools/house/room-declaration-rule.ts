import { posix } from 'node:path';
import { lineAt } from './source-text.ts';
import { type SourceFile, type SourceTree, serviceFiles } from './source-tree.ts';
import type { HouseRule, Violation } from './violation.ts';

/**
 * Each room merges its audit actions, mails and settings into the shared types in its `-room.ts`, or in one file that this lists,
 * so that the running service knows everything that the types know.
 */
export const roomDeclarationRule: HouseRule = { name: 'room-declarations', check: findStrayDeclarations };

const MERGED = /declare module '(?:\.\/|[^']*\/)(?:audit\/)?(audit-actions|mail\/mail|config\/settings)\.ts'/g;
const ENDING: Readonly<Record<string, string>> = {
  'audit-actions': 'actions',
  'mail/mail': 'mails',
  'config/settings': 'settings',
};

function findStrayDeclarations(tree: SourceTree): Violation[] {
  const files = serviceFiles(tree);
  return files.flatMap((file) =>
    [...file.program.matchAll(MERGED)].flatMap((match) => {
      const message = strayOf(file, ENDING[match[1] ?? ''] ?? '', files);
      return message === undefined ? [] : [{ file: file.path, line: lineAt(file.program, match.index), message }];
    }),
  );
}

function strayOf({ path }: SourceFile, ending: string, files: readonly SourceFile[]): string | undefined {
  const folder = posix.dirname(path);
  const room = `${folder}/${posix.basename(folder)}`;
  if (path === `${room}-room.ts`) return undefined;
  if (path !== `${room}-${ending}.ts`) return `it belongs into the <room>-room.ts or <room>-${ending}.ts of its room`;
  const manifest = files.find((file) => file.path === `${room}-room.ts`);
  return manifest?.imports.some(({ target }) => target === path) ? undefined : `${room}-room.ts does not list it`;
}
