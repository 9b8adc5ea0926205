import type { Column } from './import-columns.ts';
import type { Reason } from './import-reasons.ts';

export interface ProblemCount {
  readonly column: Column | null;
  readonly reason: Reason;
  readonly count: number;
}

/** A word as it first occurs in the file, and how many rows have it. */
export interface WordCount {
  readonly word: string;
  readonly count: number;
}
