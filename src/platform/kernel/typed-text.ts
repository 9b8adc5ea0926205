/** What nobody sees: zero width, marks of direction, soft hyphens (UAX #44), the blank Braille pattern. */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\u2800]/gu;
const UNSEEN_AROUND =
  /^[\s\p{Z}\p{Default_Ignorable_Code_Point}\u2800]+|[\s\p{Z}\p{Default_Ignorable_Code_Point}\u2800]+$/gu;
/** Not the end of a line: what follows it is another number. */
const SPACES = /[\t\p{Z}]+/gu;
const DASHES = /[\p{Pd}\u2212]/gu;
const SLASHES = /[\u2044\u2215]/g;
/** Looks like `-`, and is what word processors write for it. */
const HYPHENS = /[\u2010\u2011]/g;

const PHONE = /^[-+()/. 0-9]*$/;

// What is typed, pasted or imported, as every door takes it. Each may be called on its own result.

/** An e-mail address without what is around it. What is unseen within stays, and is refused: it would not show. */
export const typedAddress = (text: string): string => text.replace(UNSEEN_AROUND, '').replace(HYPHENS, '-');

/** A telephone with plain digits, spaces and hyphens. */
export const typedPhone = (text: string): string =>
  bareDigits(plain(text).replace(DASHES, '-').replace(SLASHES, '/').replace(SPACES, ' ').trim());

export const isPhone = (text: string): boolean => PHONE.test(text);

/** An OIB without the spaces by which people group it. */
export const typedOib = (text: string): string => bareDigits(plain(text).replace(SPACES, '').trim());

/** NFKC, which also makes full-width digits plain. */
const plain = (text: string): string => text.replace(UNSEEN, '').normalize('NFKC').replace(UNSEEN, '');

/** Digits without the apostrophe or formula by which a spreadsheet keeps them as text. */
const bareDigits = (text: string): string =>
  text.startsWith("'") ? text.slice(1) : (/^="([^"]*)"$/.exec(text)?.[1] ?? text);
