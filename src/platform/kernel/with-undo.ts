import { setTimeout as pause } from 'node:timers/promises';
import { type Milliseconds, seconds } from './durations.ts';

type Undo = () => Promise<unknown>;

/** Not SIGHUP: a handler would end what `nohup` keeps. */
const SIGNALS = ['SIGINT', 'SIGTERM'] as const;
/** A server that is away must not hold up whoever ends the process. */
const UNDONE_WITHIN: Milliseconds = seconds(5);

const undoings: Undo[] = [];
let ending: Promise<never> | undefined;

/**
 * Runs `work`, and `undo` at its end, also where a signal ends the process: the latest first, and then the process ends by that signal.
 * For commands only; the service stops in a way of its own.
 */
export async function withUndo<Result>(undo: Undo, work: () => Promise<Result>): Promise<Result> {
  if (undoings.length === 0) for (const signal of SIGNALS) process.on(signal, onSignal);
  undoings.push(undo);
  try {
    return await work();
  } finally {
    await ending; // it never resolves
    try {
      await undo();
    } finally {
      undoings.splice(undoings.indexOf(undo), 1);
      if (undoings.length === 0) for (const signal of SIGNALS) process.off(signal, onSignal);
    }
  }
}

function onSignal(signal: NodeJS.Signals): void {
  ending ??= endBy(signal);
}

async function endBy(signal: NodeJS.Signals): Promise<never> {
  await Promise.race([undoAll(), pause(UNDONE_WITHIN)]);
  for (const one of SIGNALS) process.off(one, onSignal);
  process.kill(process.pid, signal);
  return new Promise(() => {});
}

async function undoAll(): Promise<void> {
  for (const undo of undoings.toReversed()) await undo().catch(() => {}); // the next start does what was not done
}
