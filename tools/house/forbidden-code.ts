import { lineAt } from './source-text.ts';
import type { SourceFile, SourceTree } from './source-tree.ts';
import type { HouseRule, Violation } from './violation.ts';

interface Forbidden {
  readonly name: string;
  readonly message: string;
  /** Global, matched against the text that `within` names. */
  readonly pattern: RegExp;
  /** `code` has the insides of strings blanked, `program` only the comments. */
  readonly within?: 'code' | 'program';
  readonly appliesTo: (path: string) => boolean;
}

/** A rule that reports every match of a pattern in the files it applies to. */
export function forbiddenCodeRule(forbidden: Forbidden): HouseRule {
  const check = (tree: SourceTree): Violation[] =>
    tree.files.filter((file) => forbidden.appliesTo(file.path)).flatMap((file) => matchesIn(file, forbidden));
  return { name: forbidden.name, check };
}

function matchesIn(file: SourceFile, { pattern, message, within = 'code' }: Forbidden): Violation[] {
  const text = file[within];
  return [...text.matchAll(pattern)].map((match) => ({ file: file.path, line: lineAt(text, match.index), message }));
}
