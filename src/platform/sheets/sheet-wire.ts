import { type Static, Type } from 'typebox';
import { choice } from '../http/wire.ts';
import { namesOf, type SheetColumns } from './sheet.ts';

const description = 'Of headings, words and the name of the file; left out: the `preferred_language` of the caller';

const sheetLanguage = Type.Optional(choice(['hr', 'en'], { description }));

/** The parameters of a table for people, besides its filter. */
export const sheetQuery = {
  language: sheetLanguage,
  raw: Type.Optional(
    choice(['0', '1'], { description: '`1`: a plain CSV for programs, with codes, commas and UTC (RFC 4180)' }),
  ),
};

/** The parameters of a list's file, besides its filter. */
export const listFileQuery = (columns: SheetColumns<never>) => ({
  language: sheetLanguage,
  format: choice(['csv', 'xlsx']),
  columns: chosenColumnsOf(columns),
});

export const chosenColumnsOf = (columns: SheetColumns<never>) =>
  Type.Optional(
    Type.String({
      maxLength: 200,
      description: `Which, in this order, with commas between: ${namesOf(columns)}; without it all`,
    }),
  );

const SheetQuery = Type.Object(sheetQuery);
export type SheetQuery = Static<typeof SheetQuery>;
