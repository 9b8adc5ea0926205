import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SourceTree } from './source-tree.ts';
import type { HouseRule, Violation } from './violation.ts';

/** We are responsible for each package of the service: it needs a documented reason and an exact version. */
export const dependencyRule: HouseRule = { name: 'dependencies', check: findUnjustified };

const EXACT = /^\d+\.\d+\.\d+(-[\w.]+)?$/;

type Manifest = Partial<Record<'dependencies' | 'devDependencies' | 'optionalDependencies', Record<string, string>>>;

function findUnjustified({ root }: SourceTree): Violation[] {
  const path = join(root, 'package.json');
  if (!existsSync(path)) return [];
  const text = readFileSync(path, 'utf8');
  const manifest: Manifest = JSON.parse(text);
  const { dependencies = {}, devDependencies = {}, optionalDependencies = {} } = manifest;
  const loose = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies });
  return [
    ...loose.filter(([, version]) => !EXACT.test(version)).map(([name]) => [name, 'is not pinned to one version']),
    ...Object.keys(dependencies)
      .filter((name) => !decisionText(root).includes(`\`${name}\``))
      .map((name) => [name, 'has no line in docs/decisions']),
  ].map(([name, problem]) => ({
    file: 'package.json',
    line: lineOf(text, `"${name}"`),
    message: `${name} ${problem}`,
  }));
}

function decisionText(root: string): string {
  const folder = join(root, 'docs/decisions');
  if (!existsSync(folder)) return '';
  const records = readdirSync(folder).filter((name) => name.endsWith('.md'));
  return records.map((name) => readFileSync(join(folder, name), 'utf8')).join('\n');
}

const lineOf = (text: string, part: string): number => text.split('\n').findIndex((line) => line.includes(part)) + 1;
