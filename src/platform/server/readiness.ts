import { setTimeout as pause } from 'node:timers/promises';
import { singleFlight } from '../kernel/memoise.ts';

/** Dependencies that a node may lose for a while. */
export const PARTS = ['store', 'counters', 'files'] as const;
export type Part = (typeof PARTS)[number];
export type PartChecks = Readonly<Record<Part, () => Promise<void>>>;

/** Whether this node accepts requests, and which of its dependencies are unavailable. */
export interface Readiness {
  /** Makes it report that it is shutting down; it still answers. */
  drain(): void;
  readonly isDraining: () => boolean;
  /** Which parts answer within half a second. */
  readonly check: () => Promise<Readonly<Record<Part, 'ok' | 'away'>>>;
}

/** Load balancers often wait no longer than a second for a probe. */
const ANSWERED_WITHIN = 500;

/** Concurrent callers share one run of a check. A check that hangs is not started again: on a lost mount each holds a thread. */
export function readinessOf(checks: PartChecks): Readiness {
  let isDraining = false;
  const flights = PARTS.map((part) => [part, singleFlight(checks[part])] as const);
  return {
    drain: () => {
      isDraining = true;
    },
    isDraining: () => isDraining,
    check: async () => {
      const seen = await Promise.all(flights.map(async ([part, check]) => [part, await stateOf(check)] as const));
      return Object.fromEntries(seen) as Record<Part, 'ok' | 'away'>; // every part is in the list
    },
  };
}

function stateOf(check: () => Promise<void>): Promise<'ok' | 'away'> {
  const answered = check().then(
    () => 'ok' as const,
    () => 'away' as const,
  );
  return Promise.race([answered, pause(ANSWERED_WITHIN, 'away' as const, { ref: false })]);
}
