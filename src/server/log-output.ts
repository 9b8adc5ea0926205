import { constants, fstatSync, openSync, write, writeSync } from 'node:fs';
import { isatty } from 'node:tty';

const MEBI = 1024 * 1024;
/** What a reader who stalls may leave behind in memory: some ten thousand access lines. */
const MOST_HELD = 2 * MEBI;
/** One system call for each line costs a twentieth of a whole GET. */
const GATHERED = 4096;
/** Between two tries, in milliseconds: soon at first, since a pipe that is full holds only 64 KB. */
const PAUSE = { first: 5, longest: 100 };
/** How often, and how long each time in milliseconds, the last lines wait for a reader when the process ends. */
const LAST_TRIES = 50;
const LAST_PAUSE = 10;

const STDOUT = 1;
const NOTHING = Buffer.alloc(0);

/** A destination for log lines that never makes the caller wait, whatever becomes of the reader. */
export interface LogOutput {
  write(line: string): void;
  /** Writes what is gathered, as far as it is taken now. */
  flush(): void;
  /** Writes the rest at the end of the process, within half a second. */
  end(): void;
  /** Lines that nobody took while the buffer was full, so far. */
  dropped(): number;
}

/** Where lines go. */
export interface LogChannel {
  /** Never waits: what cannot be taken now is an error (`EAGAIN`, `ENOSPC`, …) or a count below the length. */
  send(chunk: Buffer, done: (error: unknown, written: number) => void): void;
  /** For the end of the process, when no callback comes any more. Absent where it could wait for ever. */
  readonly sendLast?: (chunk: Buffer) => number;
}

/**
 * Holds at most 2 MiB of lines that are not taken, and drops and counts what comes on top of them. `flowsAgain` is called
 * with the number of dropped lines once everything before them is out.
 */
export function logOutput(channel: LogChannel, flowsAgain: (dropped: number) => void): LogOutput {
  let lines: string[] = [];
  let chunk = NOTHING; // taken from `lines`, and not all out yet
  let held = 0;
  let dropped = 0;
  let told = 0;
  let sending = false;
  let pausing = false;
  let pause = PAUSE.first;

  const isEmpty = () => chunk.length === 0 && lines.length === 0;
  const take = () => {
    if (chunk.length > 0) return;
    chunk = Buffer.from(lines.join(''));
    lines = [];
  };
  const isSent = (error: unknown, written: number) => {
    sending = false;
    chunk = chunk.subarray(written);
    held -= written;
    if (written > 0) pause = PAUSE.first;
    if (error || written === 0) return tryLater();
    if (isEmpty()) tellDropped();
    drain();
  };
  const drain = () => {
    if (sending || pausing || isEmpty()) return;
    take();
    sending = true;
    channel.send(chunk, isSent);
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
    const untold = dropped - told;
    told = dropped;
    if (untold > 0) flowsAgain(untold);
  };
  return {
    write: (line) => {
      const bytes = Buffer.byteLength(line);
      if (held + bytes > MOST_HELD) {
        dropped++;
        return;
      }
      lines.push(line);
      held += bytes;
      if (held >= GATHERED) drain();
    },
    flush: drain,
    end: () => {
      const { sendLast } = channel;
      if (sendLast === undefined) return;
      if (sending) chunk = NOTHING; // it is with a thread, which the end of the process waits for
      for (let tries = 0; !isEmpty() && tries < LAST_TRIES; tries++) {
        take();
        const written = writtenBy(() => sendLast(chunk));
        chunk = chunk.subarray(written);
        if (written === 0) sleep(LAST_PAUSE);
      }
    },
    dropped: () => dropped,
  };
}

function writtenBy(send: () => number): number {
  try {
    return send();
  } catch {
    return 0;
  }
}

/** Holds the thread, which is about to end. */
const sleep = (milliseconds: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);

/**
 * Standard output in a way that never waits. A terminal or named pipe is opened anew, so that only our own view of it does
 * not block; what else may stall, a socket (systemd) or a pipe of another user's, is shared as Node.js shares it. A file
 * takes its bytes on a thread of the pool: a disk may be slow, but whoever writes to it cannot be told to come again.
 */
export function standardOutput(): LogChannel {
  if (fstatSync(STDOUT).isFile()) return { send: onThread, sendLast: (chunk) => writeSync(STDOUT, chunk) };
  const own = openedAnew();
  if (own !== undefined) return directly(own);
  if (isatty(STDOUT)) return { send: onThread };
  process.stdout.on('error', () => {}); // to name it is to make it non-blocking; a reader who left is no fault
  return directly(STDOUT);
}

function openedAnew(): number | undefined {
  try {
    return openSync(`/proc/self/fd/${STDOUT}`, constants.O_WRONLY | constants.O_NONBLOCK | constants.O_NOCTTY);
  } catch {
    return undefined; // no Linux, a socket, or somebody else's
  }
}

const onThread: LogChannel['send'] = (chunk, done) =>
  write(STDOUT, chunk, 0, chunk.length, null, (error, written = 0) => done(error, written));

const directly = (file: number): Required<LogChannel> => ({
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
