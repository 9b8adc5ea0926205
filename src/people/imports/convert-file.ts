import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { TemporaryFile, WriteTemporaryFile } from '../../platform/files/temporary-files.ts';
import { AppError } from '../../platform/kernel/app-error.ts';
import { seconds } from '../../platform/kernel/durations.ts';
import { runOnThread } from '../../platform/kernel/run-on-thread.ts';
import { turnQueue } from '../../platform/kernel/turn-queue.ts';
import type { WrittenSheet } from './rows-file.ts';
import type { Form } from './table-reader.ts';

export interface FileToConvert {
  readonly form: Form;
  readonly from: string;
  readonly to: string;
}

/** A hundred thousand rows of a workbook take some seconds of a core. */
const DEADLINE = seconds(30);
const MOST_MEGABYTES = 384;

const convert = runOnThread<FileToConvert, WrittenSheet[]>(new URL('./conversion-thread.ts', import.meta.url), {
  deadline: DEADLINE,
  mostMegabytes: MOST_MEGABYTES,
  tooMuch: (cause) => new AppError('imports.too_slow', { cause }),
});
const full = () => new AppError('imports.busy', { retryAfter: seconds(10) });
const converting = turnQueue({ mostRunning: 1, mostWaiting: 16, mostWaitingPerCaller: 2, full });

/**
 * The rows of a file that is no text, as a temporary file, and its sheets.
 * @throws AppError `imports.busy` (503), `imports.too_slow` (422), and what the reader throws
 */
export async function convertFile(
  caller: string,
  form: Form,
  { path }: TemporaryFile,
  write: WriteTemporaryFile,
): Promise<{ temporary: TemporaryFile; sheets: WrittenSheet[] }> {
  const to = `${path}.rows`;
  try {
    const sheets = await converting.run(caller, () => convert({ form, from: path, to }));
    const temporary = await write(createReadStream(to) as AsyncIterable<Buffer>);
    return { temporary, sheets };
  } finally {
    await rm(to, { force: true });
  }
}
