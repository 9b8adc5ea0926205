import type { Clock } from '../kernel/clock.ts';
import { seconds } from '../kernel/durations.ts';
import type { ProcessLink } from '../kernel/process-link.ts';
import { countersUnavailable } from './counters-errors.ts';
import { memorySlidingWindow } from './memory-sliding-window.ts';
import { checkedWindowRule, type SlidingWindow, type WindowRule } from './sliding-window.ts';

const CALL = 'window';
/** The same timeout as for Redis. The parent does little else and answers within a millisecond, unless something is wrong. */
const ANSWERED_WITHIN = seconds(1);

interface WindowCall {
  readonly name: string;
  readonly rule: WindowRule;
  readonly act: keyof SlidingWindow;
  /** A key, or a reservation. */
  readonly about: never;
}

/** Keeps, in the parent, the windows of all its processes. Call the result for each process. */
export function windowsForProcesses(clock: Clock): (link: ProcessLink) => void {
  const windows = new Map<string, SlidingWindow>();
  const windowOf = (name: string, rule: WindowRule) => {
    const key = JSON.stringify([name, rule.most, rule.within]); // a newer build may have another rule
    const window = windows.get(key) ?? memorySlidingWindow(rule, clock);
    windows.set(key, window);
    return window;
  };
  return (link) => link.on<WindowCall>(CALL, ({ name, rule, act, about }) => windowOf(name, rule)[act](about));
}

/** A window that a process shares with its siblings. It fails closed when the parent does not answer. */
export function sharedSlidingWindow(link: ProcessLink, name: string, rule: WindowRule): SlidingWindow {
  checkedWindowRule(rule);
  const toParent =
    <Output>(act: keyof SlidingWindow) =>
    (about: unknown): Promise<Output> =>
      link.ask<Output>(CALL, { name, rule, act, about }, ANSWERED_WITHIN).catch((cause: unknown) => {
        throw countersUnavailable(cause);
      });
  return {
    reserve: toParent('reserve'),
    count: toParent('count'),
    release: toParent('release'),
    renew: toParent('renew'),
    clear: toParent('clear'),
    take: toParent('take'),
  };
}
