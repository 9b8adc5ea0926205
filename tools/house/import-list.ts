import { posix } from 'node:path';
import { lineAt } from './source-text.ts';

export interface Import {
  readonly line: number;
  /** As written: `../kernel/clock.ts`, `node:fs`, `pg`. */
  readonly specifier: string;
  /** The imported file, from the root of the repository; undefined for a package. */
  readonly target: string | undefined;
  /** Whether it is `import type …` or `export type …`, which is erased at run time. */
  readonly typeOnly: boolean;
}

/** `import … from`, `export … from`, `import '…'`, `import('…')`. `declare module '…'` has none of these words before it. */
const IMPORT =
  /\b(?:import|export)\b[\w$*{},\s]*?\bfrom\s*(['"])(?<from>[^'"]*)\1|\bimport\s*\(?\s*(['"])(?<bare>[^'"]*)\3/dg;

/**
 * @param code the file with the insides of strings blanked, so that a string about an import is not taken for one
 * @param text the file itself, which still has the specifier
 */
export function listImports(file: string, code: string, text: string): Import[] {
  return [...code.matchAll(IMPORT)].map((match) => {
    const span = match.indices?.groups?.from ?? match.indices?.groups?.bare ?? [0, 0];
    const specifier = text.slice(...span);
    const typeOnly = /^(?:import|export)\s+type\b/.test(match[0]);
    return { line: lineAt(code, span[0]), specifier, target: targetOf(file, specifier), typeOnly };
  });
}

const targetOf = (file: string, specifier: string): string | undefined =>
  specifier.startsWith('.') ? posix.join(posix.dirname(file), specifier) : undefined;
