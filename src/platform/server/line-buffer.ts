const NOTHING = Buffer.alloc(0);

/** Lines that wait to be written, and the chunk of them that is being written. Drops and counts what does not fit. */
export class LineBuffer {
  readonly #lines: string[] = [];
  readonly #mostHeld: number;
  readonly #chunkSize: number;
  #chunk: Buffer = NOTHING; // taken from the lines, not fully written
  #held = 0;
  #dropped = 0;

  constructor(mostHeld: number, chunkSize: number) {
    this.#mostHeld = mostHeld;
    this.#chunkSize = chunkSize;
  }

  get isEmpty(): boolean {
    return this.#chunk.length === 0 && this.#lines.length === 0;
  }

  /** Lines dropped so far. */
  get dropped(): number {
    return this.#dropped;
  }

  /** Whether a line of so many bytes may be added; if not, it counts as dropped. */
  admits(bytes: number): boolean {
    if (this.#held + bytes <= this.#mostHeld) return true;
    this.#dropped++;
    return false;
  }

  /** Whether a line of so many bytes no longer fits into the chunk that the waiting ones make. */
  fillsChunk(bytes: number): boolean {
    return this.#held > 0 && this.#held + bytes > this.#chunkSize;
  }

  add(line: string, bytes: number): void {
    this.#lines.push(line);
    this.#held += bytes;
  }

  /** What to write next: the rest of the last chunk, or a new one. */
  take(): Buffer {
    if (this.#chunk.length === 0) {
      const count = fitting(this.#lines, this.#chunkSize);
      this.#chunk = Buffer.from(this.#lines.splice(0, count).join(''));
    }
    return this.#chunk;
  }

  /** So many bytes of the chunk are written. */
  written(bytes: number): void {
    this.#chunk = this.#chunk.subarray(bytes);
    this.#held -= bytes;
  }

  /** Leaves the chunk to whoever is writing it. */
  leaveChunk(): void {
    this.#chunk = NOTHING;
  }
}

/** How many of the first lines to write at once: as many as fit whole, and at least one. */
function fitting(lines: readonly string[], most: number): number {
  let count = 0;
  for (let bytes = 0; count < lines.length; count++) {
    bytes += Buffer.byteLength(lines[count] ?? '');
    if (bytes > most) break;
  }
  return Math.max(1, count);
}
