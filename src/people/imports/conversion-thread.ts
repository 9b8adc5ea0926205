import { threadWork } from '../../platform/kernel/run-on-thread.ts';
import type { FileToConvert } from './convert-file.ts';
import { writeRowsFile } from './rows-file.ts';
import { readerOf } from './table-readers.ts';

/** Writes the rows of a workbook to a file (`convert-file.ts`). */
await threadWork(async ({ form, from, to }: FileToConvert) => writeRowsFile(readerOf(form), from, to));
