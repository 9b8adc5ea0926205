import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { type Import, listImports } from './import-list.ts';
import { codeOnly, withoutComments } from './source-text.ts';

export interface SourceFile {
  /** From the root of the repository, with `/`. */
  readonly path: string;
  readonly text: string;
  /** Comments blanked. */
  readonly program: string;
  /** Comments and the insides of strings blanked. */
  readonly code: string;
  readonly imports: readonly Import[];
}

export interface SourceTree {
  readonly root: string;
  /** Every file of the folders looked at, TypeScript or not. */
  readonly paths: readonly string[];
  readonly files: readonly SourceFile[];
}

/** The pages and the client have their own layout and are left to Biome. */
const FOLDERS = ['src', 'test', 'tools', 'bench'];

/** Reads what is there; a folder that is missing is an empty one. */
export function readSourceTree(root: string): SourceTree {
  const paths = FOLDERS.flatMap((folder) => listFiles(root, folder)).sort();
  const files = paths.filter((path) => path.endsWith('.ts')).map((path) => readSourceFile(root, path));
  return { root, paths, files };
}

function listFiles(root: string, folder: string): string[] {
  const start = join(root, folder);
  if (!existsSync(start)) return [];
  return readdirSync(start, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll(sep, '/'));
}

function readSourceFile(root: string, path: string): SourceFile {
  const text = readFileSync(join(root, path), 'utf8');
  const code = codeOnly(text);
  return { path, text, program: withoutComments(text), code, imports: listImports(path, code, text) };
}

export const isInSource = (path: string): boolean => path.startsWith('src/');

export const isTest = (path: string): boolean => path.endsWith('.test.ts');

/** The files the service is made of: `src` without its tests. */
export const serviceFiles = (tree: SourceTree): SourceFile[] =>
  tree.files.filter((file) => isInSource(file.path) && !isTest(file.path));
