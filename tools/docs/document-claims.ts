import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { settingSections } from '../../src/entry/app/read-settings.ts';
import { commands } from '../../src/entry/cli/commands.ts';

/** One kind of claim that a document makes: how it is found, and whether it is true. */
interface ClaimRule {
  readonly pattern: RegExp;
  readonly isTrue: (claim: string, context: { root: string; path: string; scripts: readonly string[] }) => boolean;
  readonly says: string;
}

const CLAIMS: readonly ClaimRule[] = [
  {
    pattern: /\bnpm run (?:-s )?([a-z0-9:-]+)/g,
    isTrue: (name, { scripts }) => scripts.includes(name),
    says: 'is no script of package.json',
  },
  {
    pattern: /\bnpm run (?:-s )?iskaznica -- ([a-z]+(?: [a-z]+)?)/g,
    isTrue: (words) => commands.some(({ name }) => words === name || words.startsWith(`${name} `)),
    says: 'is no command of the service',
  },
  { pattern: /\b(SVC_[A-Z0-9_]*[A-Z0-9])\b/g, isTrue: isSetting, says: 'is no setting' },
  {
    pattern: /\]\((?!https?:|#|mailto:)([^)#\s]+)/g,
    isTrue: (link, { root, path }) => existsSync(join(root, dirname(path), link)),
    says: 'is no file',
  },
];

/** False claims in hand-written documents, one line each: `file: claim is no setting`. */
export function falseClaims(root: string): string[] {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: object };
  return globSync(['*.md', 'docs/**/*.md'], { cwd: root })
    .sort()
    .flatMap((path) => claimsIn(root, path, Object.keys(scripts)));
}

function claimsIn(root: string, path: string, scripts: readonly string[]): string[] {
  const text = readFileSync(join(root, path), 'utf8');
  const wrong = CLAIMS.flatMap(({ pattern, isTrue, says }) =>
    [...text.matchAll(pattern)]
      .map(([, claim = '']) => claim)
      .filter((claim) => !isTrue(claim, { root, path, scripts }))
      .map((claim) => `${path}: ${claim} ${says}`),
  );
  return [...new Set(wrong)];
}

function isSetting(name: string): boolean {
  const settings = Object.values(settingSections).flatMap((section) => Object.values(section));
  return settings.some((entry) => name === entry.name || (entry.secret && name === `${entry.name}_FILE`));
}
