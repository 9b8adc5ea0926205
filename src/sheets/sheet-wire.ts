import { type Static, Type } from 'typebox';
import { choice } from '../http/wire.ts';

const description = 'Of headings, words and the name of the file; left out: the `preferred_language` of the caller';

export const sheetLanguage = Type.Optional(choice(['hr', 'en'], { description }));

/** The parameters of a table for people, besides its filter. */
export const sheetQuery = {
  language: sheetLanguage,
  raw: Type.Optional(
    choice(['0', '1'], { description: '`1`: a plain CSV for programs, with codes, commas and UTC (RFC 4180)' }),
  ),
};

const SheetQuery = Type.Object(sheetQuery);
export type SheetQuery = Static<typeof SheetQuery>;
