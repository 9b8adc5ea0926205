/**
 * What people type between the characters of a code, or programs add unseen: white space, dashes, control characters and
 * whatever does not show, such as U+200B, U+2060, U+FEFF and the marks of direction.
 */
const FILLERS = '\\s\\p{Pd}\\p{Cc}\\p{Cf}\\p{Default_Ignorable_Code_Point}\\u02d7\\u2043\\u2212';
const FILLER = new RegExp(`[${FILLERS}]`, 'gu');

/** A code as it was meant, however it was typed. Every code that people type is read through it. */
export const typedCode = (text: string): string => text.replace(FILLER, '');

/** Patterns of schemas: codes of digits alone, and of six digits. */
export const TYPED_DIGITS = `^[0-9${FILLERS}]+$`;
export const SIX_TYPED_DIGITS = `^(?:[${FILLERS}]*[0-9]){6}[${FILLERS}]*$`;
