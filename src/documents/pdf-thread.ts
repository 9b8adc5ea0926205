import { readFile } from 'node:fs/promises';
import { answerCall } from '../kernel/answer-call.ts';
import { countPages } from './pdf-facts.ts';

/** Counts the pages of the PDF at a path (`pages-of-file.ts`). */
await answerCall(async (path: string) => countPages(await readFile(path)));
