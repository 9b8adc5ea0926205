/**
 * Runs a program by the machine's own Node.js where that is newer than the one that npm brought, else right here:
 * `node tools/newest-node.ts <program> [arguments]`. See docs/decisions/0002-node-from-npm.md.
 */
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isNewer } from './node-version.ts';

const [, , program = '', ...words] = process.argv;
const own = machinesNode();
if (own !== undefined && isNewer(versionOf(own), process.version)) become(own, [resolve(program), ...words]);
else {
  process.argv.splice(1, 2, resolve(program));
  await import(pathToFileURL(resolve(program)).href);
}

/** The first Node.js of the search path that no package brought. */
function machinesNode(): string | undefined {
  const file = process.platform === 'win32' ? 'node.exe' : 'node';
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  return folders.map((folder) => join(folder, file)).find((path) => existsSync(path) && !isOfPackage(path));
}

function isOfPackage(path: string): boolean {
  const real = realpathSync(path);
  return [path, real].some((one) => one.includes('node_modules')) || real === realpathSync(process.execPath);
}

function versionOf(node: string): string {
  try {
    return execFileSync(node, ['--version'], { encoding: 'utf8', timeout: 5000 }).trim();
  } catch {
    return '';
  }
}

/** Takes this process's place, so that signals reach the program; Windows has no such call. */
function become(node: string, args: string[]): void {
  if (process.platform !== 'win32' && process.execve !== undefined) process.execve(node, [node, ...args], process.env);
  else spawn(node, args, { stdio: 'inherit' }).on('close', (code) => process.exit(code ?? 1));
}
