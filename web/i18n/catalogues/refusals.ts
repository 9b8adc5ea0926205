import '../../../src/entry/app/rooms.ts';
import '../../../src/platform/counters/counters-errors.ts';
import { declaredRefusals } from '../../../src/platform/kernel/app-error.ts';
import type { EnglishCatalogue } from '../../../src/platform/words/catalogue.ts';

/**
 * What pages say of a refusal, by its code, as its room declares it. In Croatian only where they know better than the service what to do;
 * of all others they show the text of the service.
 */
export const texts: EnglishCatalogue = Object.fromEntries(
  declaredRefusals().flatMap(({ code, en, onPages }) =>
    en === null ? [] : [[`error.${code}`, { ...(onPages === undefined ? {} : { hr: onPages }), en }]],
  ),
);
