/**
 * Runs a program with the machine's own Node.js if that is newer than npm's, else in this process: `node
 * bin/newest-node.js <program> [arguments]`. See docs/decisions/0002-node-from-npm.md.
 */
import './compiled-code.js';
import './thread-pool.js';
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isNewer } from './node-version.js';

const [, , program = '', ...words] = process.argv;
const own = machinesNode();
if (own !== undefined && isNewer(versionOf(own), process.version)) become(own, [resolve(program), ...words]);
else {
  process.argv.splice(1, 2, resolve(program));
  await import(pathToFileURL(resolve(program)).href);
}

/** The first Node.js on the path that no package brought. */
function machinesNode() {
  const file = process.platform === 'win32' ? 'node.exe' : 'node';
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  return folders.map((folder) => join(folder, file)).find((path) => existsSync(path) && !isOfPackage(path));
}

/** @param {string} path */
function isOfPackage(path) {
  const real = realpathSync(path);
  return [path, real].some((one) => one.includes('node_modules')) || real === realpathSync(process.execPath);
}

/** @param {string} node */
function versionOf(node) {
  try {
    return execFileSync(node, ['--version'], { encoding: 'utf8', timeout: 5000 }).trim();
  } catch {
    return '';
  }
}

/**
 * Replaces this process, so that signals reach the program; not possible on Windows.
 * @param {string} node
 * @param {string[]} args
 */
function become(node, args) {
  if (process.platform !== 'win32' && process.execve !== undefined) process.execve(node, [node, ...args], process.env);
  else spawn(node, args, { stdio: 'inherit' }).on('close', (code) => process.exit(code ?? 1));
}
