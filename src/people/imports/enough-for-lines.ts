const [LF, CR] = [0x0a, 0x0d];
/** Beyond the last line: more than the largest record, and than a reader takes at once. */
const BEYOND = 256 * 1024;

/**
 * Tells, piece by piece from the beginning of a file, when there is enough of it to read the records that begin on these lines as
 * they would be read in the whole file. Line ends are the same bytes in every accepted encoding.
 */
export function enoughForLines(lines: readonly number[]): (piece: Buffer) => boolean {
  const wanted = Math.max(...lines);
  let ended = 0;
  let before: number | undefined;
  let beyond = 0;
  return (piece) => {
    if (ended >= wanted) beyond += piece.length;
    else
      for (const byte of piece) {
        if (byte === CR || (byte === LF && before !== CR)) ended++;
        before = byte;
      }
    return beyond >= BEYOND;
  };
}
