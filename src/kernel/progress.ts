/** How far long work is. */
export interface ProgressReport {
  /** What is being done, as a heading: `Verifying`. Each stage counts from zero. */
  readonly stage: string;
  readonly done: number;
  /** Where it is known. */
  readonly total?: number | undefined;
  /** What is counted: `records`. `bytes` are shown as MB. */
  readonly unit: string;
}

/** Told by long work, as often as it likes. */
export type TellProgress = (report: ProgressReport) => void;
