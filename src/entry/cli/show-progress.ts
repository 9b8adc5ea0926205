import type { ProgressReport, TellProgress } from '../../platform/kernel/progress.ts';
import { progressText } from './progress-text.ts';

/** Milliseconds between two updates on a terminal, and between two lines elsewhere. */
const DRAWN_EVERY = 100;
const WRITTEN_EVERY = 10_000;
const ERASE_LINE = '\r\u001b[2K';

interface Screen {
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
  write(text: string): unknown;
}

/**
 * Runs work that reports its progress, and shows it on standard error: one line that is redrawn on a terminal, a line every ten
 * seconds elsewhere, nothing for quick work.
 */
export async function showingProgress<Result>(
  work: (tell: TellProgress) => Promise<Result>,
  screen: Screen = process.stderr,
  now: () => number = () => performance.now(),
): Promise<Result> {
  const isSeen = screen.isTTY === true;
  let shownAt = now();
  let stage = { name: '', began: shownAt, from: 0 };
  let isDrawn = false;
  const tell = (report: ProgressReport) => {
    const at = now();
    if (stage.name !== report.stage) stage = { name: report.stage, began: at, from: report.done };
    else if (at - shownAt < (isSeen ? DRAWN_EVERY : WRITTEN_EVERY)) return;
    else {
      const text = progressText(report, { took: at - stage.began, since: stage.from });
      if (isSeen) screen.write(`${ERASE_LINE}${text.slice(0, (screen.columns ?? 80) - 1)}`);
      else screen.write(`${text}\n`);
      isDrawn = isSeen;
      shownAt = at;
    }
  };
  try {
    return await work(tell);
  } finally {
    if (isDrawn) screen.write(ERASE_LINE);
  }
}
