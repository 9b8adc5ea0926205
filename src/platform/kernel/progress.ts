/** The progress of long work. */
export interface ProgressReport {
  /** What is being done, as a heading: `Verifying`. Each stage counts from zero. */
  readonly stage: string;
  readonly done: number;
  /** Left out when it is not known. */
  readonly total?: number | undefined;
  /** What is counted: `records`. `bytes` are shown as MB. */
  readonly unit: string;
}

/** Called by long work, as often as it likes. */
export type TellProgress = (report: ProgressReport) => void;
