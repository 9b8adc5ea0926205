import { open } from 'node:fs/promises';

/** Where a line begins: its number, the first being 1, and the bytes before it. */
export interface Position {
  readonly line: number;
  readonly offset: number;
}

const PIECE = 64 * 1024;
const [LF, CR, SPACE, TAB] = [0x0a, 0x0d, 0x20, 0x09];

/**
 * Finds the first line that is not blank, at or after the line with this number. Line ends are the same bytes in every
 * accepted encoding. Starts at a known position, so that successive calls together read the file once.
 */
export async function positionOfLine(path: string, from: Position, wanted: number): Promise<Position> {
  const handle = await open(path, 'r');
  const piece = Buffer.alloc(PIECE);
  let { line, offset: lineStart } = from;
  let before: number | undefined;
  try {
    for (let at = from.offset; ; ) {
      const { bytesRead } = await handle.read(piece, 0, PIECE, at);
      if (bytesRead === 0) return { line: Math.max(line, wanted), offset: at };
      for (let index = 0; index < bytesRead; index++) {
        const byte = piece[index];
        if (byte === LF && before === CR) lineStart = at + index + 1;
        else if (byte === LF || byte === CR) {
          line += 1;
          lineStart = at + index + 1;
        } else if (line >= wanted && byte !== SPACE && byte !== TAB) return { line, offset: lineStart };
        before = byte;
      }
      at += bytesRead;
    }
  } finally {
    await handle.close();
  }
}

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
