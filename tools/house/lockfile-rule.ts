import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SourceTree } from './source-tree.ts';
import type { HouseRule, Violation } from './violation.ts';

/**
 * npm verifies a package against the hash in the lock file, and installs anything where there is none; a missing
 * platform package breaks `npm ci` on every platform. Both happen when the registry lacks a package at `npm install`.
 * Only our own scripts may run at install, so other packages' are denied by name.
 */
export const lockfileRule: HouseRule = { name: 'lockfile', check: findUnchecked };

interface LockEntry {
  readonly integrity?: string;
  readonly link?: true;
  readonly hasInstallScript?: true;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const FILE = 'package-lock.json';

function findUnchecked({ root }: SourceTree): Violation[] {
  const path = join(root, FILE);
  if (!existsSync(path)) return [];
  const text = readFileSync(path, 'utf8');
  const lines = text.split('\n');
  const { packages = {} } = JSON.parse(text) as { packages?: Record<string, LockEntry> };
  const denied = deniedScripts(root);
  return Object.entries(packages).flatMap(([at, entry]) => {
    const line = lines.findIndex((one) => one.trim().startsWith(`${JSON.stringify(at)}: {`)) + 1;
    const problems = [...problemsOf(at, entry, packages), ...scriptProblems(at, entry, denied)];
    return problems.map((message) => ({ file: FILE, line, message }));
  });
}

function problemsOf(at: string, entry: LockEntry, packages: Readonly<Record<string, LockEntry>>): string[] {
  const absent = Object.keys(entry.optionalDependencies ?? {}).filter((name) => !isFoundFrom(at, name, packages));
  const unchecked = at !== '' && entry.link === undefined && !/^sha512-/.test(entry.integrity ?? '');
  return [
    ...absent.map((name) => `${at || 'the project'} names ${name}, which is not in the file`),
    ...(unchecked ? [`${at} has no integrity: take a version whose every part the registry has`] : []),
  ];
}

function scriptProblems(at: string, { hasInstallScript }: LockEntry, denied: ReadonlySet<string>): string[] {
  const name = at.slice(at.lastIndexOf('node_modules/') + 'node_modules/'.length);
  if (at === '' || !hasInstallScript || denied.has(name)) return [];
  return [`${name} runs a script at install: deny it in allowScripts of package.json, or do without it`];
}

function deniedScripts(root: string): ReadonlySet<string> {
  const path = join(root, 'package.json');
  if (!existsSync(path)) return new Set();
  const { allowScripts = {} } = JSON.parse(readFileSync(path, 'utf8')) as { allowScripts?: Record<string, boolean> };
  return new Set(Object.keys(allowScripts).filter((name) => allowScripts[name] === false));
}

/** As Node.js looks for packages: in the folder itself, then in each one above. */
function isFoundFrom(at: string, name: string, packages: Readonly<Record<string, LockEntry>>): boolean {
  for (let folder = at; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('node_modules/') - 1))) {
    if (`${folder === '' ? '' : `${folder}/`}node_modules/${name}` in packages) return true;
    if (folder === '') return false;
  }
}
