import { threadWork } from '../../platform/kernel/run-on-thread.ts';
import { countPages, startPdfium } from './count-pages.ts';

/** Counts the pages of the PDF at a path (`pages-of-file.ts`). */
await threadWork(async (path: string) => countPages(startPdfium(), path));
