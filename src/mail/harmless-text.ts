const LONGEST = 100;
/** Controls (CR and LF end a header), format characters (bidi marks turn a line around), surrogates, line separators. */
const INVISIBLE = /[\p{C}\p{Zl}\p{Zp}]+/gu;

/** A value of somebody else's making on one line, without anything that a reader cannot see, at most 100 characters as a rule. */
export function oneLine(text: string, longest = LONGEST): string {
  const visible = [...text.replace(INVISIBLE, ' ').replace(/\s+/g, ' ').trim()];
  return visible.length <= longest
    ? visible.join('')
    : `${visible
        .slice(0, longest - 1)
        .join('')
        .trimEnd()}…`;
}

/**
 * A name that no mail program turns into a link: whoever may choose a name could otherwise send their own address to others
 * under the service's letterhead. A space after the dot is enough, and right in `Sv. Ana`; `d.o.o.` stays as it is.
 */
export const unlinked = (name: string): string =>
  name.replace(/:\/\/+/g, ' ').replace(/(?<=[\p{L}\p{N}])\.(?=[\p{L}\p{N}]{2})/gu, '. ');
