import type { Column } from './import-columns.ts';
import type { Reason } from './import-reasons.ts';

export interface ProblemCount {
  readonly column: Column | null;
  readonly reason: Reason;
  readonly count: number;
}

/** A word of the file, as it first stands there, and how many rows have it. */
export interface WordCount {
  readonly word: string;
  readonly count: number;
}
