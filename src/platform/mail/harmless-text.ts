const LONGEST = 100;
/** Control characters (CR and LF end a header), format characters (bidi marks reverse text), surrogates, line separators. */
const INVISIBLE = /[\p{C}\p{Zl}\p{Zp}]+/gu;
/** Mail programs decode what begins like this in a header (RFC 2047), and so would show whatever was removed here. */
const ENCODED_WORD = /=(?=\?)/g;
/** A dot inside a word, also of the kinds that browsers read as one in a host (UTS #46). */
const JOINING_DOT = /(?<=[^\s.])[.\u3002\uff0e\uff61](?=[\p{L}\p{M}\p{N}]{2})/gu;

/** A user-supplied value on one line, without invisible characters, by default at most 100 characters. */
export function oneLine(text: string, longest = LONGEST): string {
  const visible = [...text.replace(INVISIBLE, ' ').replace(ENCODED_WORD, '= ').replace(/\s+/g, ' ').trim()];
  return visible.length <= longest
    ? visible.join('')
    : `${visible
        .slice(0, longest - 1)
        .join('')
        .trimEnd()}…`;
}

/**
 * Keeps mail programs from turning a name into a link: otherwise anybody could send their own link to others under the
 * service's letterhead. A space after the dot is enough, and correct in `Sv. Ana`; `d.o.o.` stays as it is.
 */
export const unlinked = (name: string): string => name.replace(/:\/\/+/g, ' ').replace(JOINING_DOT, '$& ');
