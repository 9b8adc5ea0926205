import { constants, fstatSync, openSync, write, writeSync } from 'node:fs';
import { isatty } from 'node:tty';
import { LineBuffer } from './line-buffer.ts';

const MEBI = 1024 * 1024;
/** Buffered output for a stalled reader: some ten thousand access lines. */
const MOST_HELD = 2 * MEBI;
/**
 * Bytes written at once: a system call for each line costs a twentieth of a whole GET, and passing a file's lines to a thread
 * as much again. Up to PIPE_BUF (4096) a write to a pipe is atomic, so that no line of another process ends up inside one of
 * ours; a write to a file is always complete.
 */
const GATHERED = { pipe: 4096, file: 65_536 };
/** Milliseconds between two attempts: short at first, since a full pipe holds only 64 KB. */
const PAUSE = { first: 5, longest: 100 };
/** How often, and how long each time, the last lines wait for a reader when the process exits. */
const LAST_TRIES = 50;
const LAST_PAUSE = 10;

export const STDOUT = 1;

/** A log destination that never blocks the caller, whatever its reader does. */
export interface LogOutput {
  write(line: string): void;
  /** Writes as much of the buffer as is accepted now. */
  flush(): void;
  /** Writes the rest when the process exits, within half a second. */
  end(): void;
  /** Lines dropped so far because the buffer was full. */
  dropped(): number;
}

/** The file descriptor behind the log. */
export interface LogChannel {
  /** How many bytes are gathered before they are sent. */
  readonly gathered: number;
  /** Never blocks: what cannot be written now is an error (`EAGAIN`, `ENOSPC`, …) or a short count. */
  send(chunk: Buffer, done: (error: unknown, written: number) => void): void;
  /** Synchronous, for process exit, when callbacks no longer run. Absent where it could block for ever. */
  readonly sendLast?: (chunk: Buffer) => number;
}

/**
 * Buffers at most 2 MiB of lines, then drops and counts. `flowsAgain` is called with the number of dropped lines once
 * everything before them is written.
 */
export function logOutput(channel: LogChannel, flowsAgain: (dropped: number) => void): LogOutput {
  const lines = new LineBuffer(MOST_HELD, channel.gathered);
  let sending = false;
  let pausing = false;
  let pause = PAUSE.first;
  let told = 0;

  const isSent = (error: unknown, written: number) => {
    sending = false;
    lines.written(written);
    if (written > 0) pause = PAUSE.first;
    if (error || written === 0) return tryLater();
    if (lines.isEmpty) tellDropped();
    drain();
  };
  const drain = () => {
    if (sending || pausing || lines.isEmpty) return;
    sending = true;
    channel.send(lines.take(), isSent);
  };
  const tryLater = () => {
    pausing = true;
    setTimeout(() => {
      pausing = false;
      drain();
    }, pause).unref();
    pause = Math.min(pause * 2, PAUSE.longest);
  };
  const tellDropped = () => {
    const untold = lines.dropped - told;
    told = lines.dropped;
    if (untold > 0) flowsAgain(untold);
  };
  return {
    write: (line) => {
      const bytes = Buffer.byteLength(line);
      if (!lines.admits(bytes)) return;
      if (lines.fillsChunk(bytes)) drain();
      lines.add(line, bytes);
    },
    flush: drain,
    end: () => {
      if (channel.sendLast === undefined) return;
      if (sending) lines.leaveChunk(); // a pool thread has it, and process exit waits for that
      sendRest(lines, channel.sendLast);
    },
    dropped: () => lines.dropped,
  };
}

/** Writes the rest, synchronously. */
function sendRest(lines: LineBuffer, sendLast: (chunk: Buffer) => number): void {
  for (let tries = 0; !lines.isEmpty && tries < LAST_TRIES; tries++) {
    const chunk = lines.take();
    const written = writtenBy(() => sendLast(chunk));
    lines.written(written);
    if (written === 0) sleep(LAST_PAUSE);
  }
}

function writtenBy(send: () => number): number {
  try {
    return send();
  } catch {
    return 0;
  }
}

/** Blocks the thread, which is about to exit. */
const sleep = (milliseconds: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);

/**
 * Standard output without blocking. A terminal or named pipe is reopened, so that only our own descriptor is non-blocking.
 * Anything else that may stall, a socket (systemd) or another user's pipe, is shared as Node.js shares it. A file is written by
 * a pool thread: a disk may be slow, but never returns EAGAIN.
 */
export function standardOutput(): LogChannel {
  if (fstatSync(STDOUT).isFile()) {
    const sendLast = (chunk: Buffer) => writeSync(STDOUT, chunk);
    return { gathered: GATHERED.file, send: onThread, sendLast };
  }
  const own = openedAnew();
  if (own !== undefined) return directly(own);
  if (isatty(STDOUT)) return { gathered: GATHERED.pipe, send: onThread };
  process.stdout.on('error', () => {}); // accessing it makes it non-blocking; a reader that has gone is not an error
  return directly(STDOUT);
}

function openedAnew(): number | undefined {
  try {
    return openSync(`/proc/self/fd/${STDOUT}`, constants.O_WRONLY | constants.O_NONBLOCK | constants.O_NOCTTY);
  } catch {
    return undefined; // not Linux, a socket, or another user's
  }
}

const onThread: LogChannel['send'] = (chunk, done) =>
  write(STDOUT, chunk, 0, chunk.length, null, (error, written = 0) => done(error, written));

const directly = (file: number): Required<LogChannel> => ({
  gathered: GATHERED.pipe,
  send: (chunk, done) => {
    let written = 0;
    try {
      written = writeSync(file, chunk);
    } catch (error) {
      done(error, 0);
      return;
    }
    done(undefined, written);
  },
  sendLast: (chunk) => writeSync(file, chunk),
});
