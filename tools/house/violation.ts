import type { SourceTree } from './source-tree.ts';

export interface Violation {
  /** Relative to the root of the repository, with `/`. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
  readonly message: string;
}

export interface HouseRule {
  readonly name: string;
  readonly check: (tree: SourceTree) => Violation[];
}
