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
  /** Every file of the checked folders, TypeScript or not. */
  readonly paths: readonly string[];
  readonly files: readonly SourceFile[];
}

const FOLDERS = ['src', 'client', 'web', 'test', 'tools', 'bench'];

/** Folders with build output. */
const BUILT = 'web/dist/';

const TYPESCRIPT = /\.tsx?$/;

/** Reads the folders; a missing one counts as empty. */
export function readSourceTree(root: string): SourceTree {
  const paths = FOLDERS.flatMap((folder) => listFiles(root, folder)).sort();
  const files = paths.filter((path) => TYPESCRIPT.test(path)).map((path) => readSourceFile(root, path));
  return { root, paths, files };
}

function listFiles(root: string, folder: string): string[] {
  const start = join(root, folder);
  if (!existsSync(start)) return [];
  return readdirSync(start, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
    .filter((path) => !path.startsWith(BUILT));
}

function readSourceFile(root: string, path: string): SourceFile {
  const text = readFileSync(join(root, path), 'utf8');
  const code = codeOnly(text);
  return { path, text, program: withoutComments(text), code, imports: listImports(path, code, text) };
}

export const isInSource = (path: string): boolean => path.startsWith('src/');

export const isTest = (path: string): boolean => path.endsWith('.test.ts');

/** What is shipped: service, client and pages, without their tests. */
export const productFiles = (tree: SourceTree): SourceFile[] =>
  tree.files.filter(({ path }) => /^(?:src|client|web)\//.test(path) && !isTest(path));

/** The files the service is made of: `src` without its tests. */
export const serviceFiles = (tree: SourceTree): SourceFile[] =>
  tree.files.filter((file) => isInSource(file.path) && !isTest(file.path));
