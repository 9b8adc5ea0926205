import type { Milliseconds } from '../../platform/kernel/durations.ts';
import type { ProgressReport, TellProgress } from '../../platform/kernel/progress.ts';

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

/** `Verifying: 45 %, 450,000 of 1,000,000 records, 12,000/s, 0:46 left`. `since`: the progress when the stage began. */
export function progressText(
  { stage, done, total, unit }: ProgressReport,
  { took, since }: { readonly took: Milliseconds; readonly since: number },
): string {
  const isKnown = total !== undefined && total >= done && total > 0;
  const share = isKnown ? `${Math.floor((100 * done) / total)} %, ` : '';
  const amount =
    unit === 'bytes' ? megabytes(done, isKnown ? total : undefined) : counted(done, isKnown ? total : undefined, unit);
  const rate = took > 0 ? ((done - since) / took) * 1000 : 0;
  if (rate <= 0) return `${stage}: ${share}${amount}`;
  const speed =
    unit === 'bytes'
      ? `${(rate / 1e6).toFixed(1)} MB/s`
      : `${grouped(rate < 10 ? rate.toFixed(1) : Math.round(rate))}/s`;
  const left = isKnown ? `, ${clockOf((total - done) / rate)} left` : '';
  return `${stage}: ${share}${amount}, ${speed}${left}`;
}

const grouped = (figure: number | string): string => String(figure).replace(/\B(?=(\d{3})+(?!\d))/g, ',');

const counted = (done: number, total: number | undefined, unit: string): string =>
  `${grouped(done)}${total === undefined ? '' : ` of ${grouped(total)}`} ${unit}`;

const megabytes = (done: number, total: number | undefined): string =>
  `${(done / 1e6).toFixed(1)}${total === undefined ? '' : ` of ${(total / 1e6).toFixed(1)}`} MB`;

function clockOf(seconds: number): string {
  const whole = Math.ceil(seconds);
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (figure: number) => String(figure).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}
