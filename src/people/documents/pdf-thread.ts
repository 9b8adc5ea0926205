import { threadWork } from '../../platform/kernel/thread-work.ts';
import { countPages } from './count-pages.ts';
import { startPdfium } from './pdfium.ts';

/** Counts the pages of the PDF at a path (`pages-of-file.ts`). */
await threadWork(async (path: string) => countPages(startPdfium(), path));
