import { answerCall } from '../../platform/kernel/answer-call.ts';
import { countPages } from './count-pages.ts';
import { startPdfium } from './pdfium.ts';

/** Counts the pages of the PDF at a path (`pages-of-file.ts`). */
await answerCall(async (path: string) => countPages(startPdfium(), path));
