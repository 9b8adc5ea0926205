/**
 * One token that may contain text that looks like code. A template inside a template still ends correctly, because
 * back-ticks come in pairs. A slash starts a regular expression only where no value can precede it.
 */
const OPAQUE =
  /\/\/[^\n]*|\/\*[\s\S]*?\*\/|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\[\s\S]|[^`\\])*`|(?<=(?:^|[(,=:[!&|?{};+\-*%~^<>\n]|\breturn)\s*)\/(?![/*])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\/[a-z]*/g;

const INTERPOLATION = /(\$\{[^}]*\})/;

/** Spaces of the same length, line ends kept, so that every offset still names the same line. */
const blank = (text: string): string => text.replace(/[^\n]/g, ' ');

const isComment = (token: string): boolean => token.startsWith('//') || token.startsWith('/*');

function blankLiteral(token: string): string {
  const quote = token.charAt(0);
  const inside = token.slice(1, -1);
  if (quote === "'" || quote === '"') return quote + blank(inside) + quote;
  if (quote !== '`') return token;
  const parts = inside.split(INTERPOLATION).map((part) => (INTERPOLATION.test(part) ? part : blank(part)));
  return quote + parts.join('') + quote;
}

/** The text with comments as spaces: what the program says, strings included. */
export const withoutComments = (text: string): string =>
  text.replace(OPAQUE, (token) => (isComment(token) ? blank(token) : token));

/** The text with comments and the insides of strings as spaces: only what runs. */
export const codeOnly = (text: string): string =>
  text.replace(OPAQUE, (token) => (isComment(token) ? blank(token) : blankLiteral(token)));

/** The line, from 1, that an offset lies on. */
export const lineAt = (text: string, offset: number): number => text.slice(0, offset).split('\n').length;
