import type { Milliseconds } from '../kernel/durations.ts';

interface Watched {
  /** Resolves when the server answers anything on a connection of its own. */
  readonly probe: () => Promise<unknown>;
  /** Called after so long a silence that the server must be frozen or gone. */
  readonly lost: () => void;
}

const CHECK_EVERY: Milliseconds = 250;
/** A second of silence may be one long statement, so the server is asked for a sign of life. */
const DOUBTED_AFTER = 4;
/** Two and a half seconds. */
const LOST_AFTER = 10;

/**
 * Detects a server that stopped answering while statements wait for it. It counts its own ticks instead of time: while this
 * process's event loop is blocked, an answer may already be waiting.
 */
export class ServerWatch {
  readonly #watched: Watched;
  #timer: NodeJS.Timeout | undefined;
  #waiting = 0;
  #heard = 0;
  #heardAtLook = 0;
  #silences = 0;

  constructor(watched: Watched) {
    this.#watched = watched;
  }

  /** Call when a statement is sent. `answered` or `broke` must follow. */
  asked(): void {
    this.#waiting++;
    this.#timer ??= setInterval(() => this.#check(), CHECK_EVERY).unref();
  }

  answered(): void {
    this.#waiting--;
    this.#heard++;
  }

  /** Call when the connection ended before the answer, which says nothing about the server. */
  broke(): void {
    this.#waiting--;
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #check(): void {
    if (this.#waiting === 0) {
      this.#silences = 0;
      this.stop();
      return;
    }
    this.#silences = this.#heard === this.#heardAtLook ? this.#silences + 1 : 0;
    this.#heardAtLook = this.#heard;
    if (this.#silences === DOUBTED_AFTER) void this.#probe();
    if (this.#silences < LOST_AFTER) return;
    this.#silences = 0;
    this.#watched.lost();
  }

  async #probe(): Promise<void> {
    try {
      await this.#watched.probe();
      this.#heard++;
    } catch {
      // It may still answer other statements.
    }
  }
}
