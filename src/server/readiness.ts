import { setTimeout as pause } from 'node:timers/promises';
import { joined } from '../kernel/joined.ts';

/** What a node works with and may have to do without for a while. */
export const PARTS = ['store', 'counters', 'files'] as const;
export type Part = (typeof PARTS)[number];
export type PartChecks = Readonly<Record<Part, () => Promise<void>>>;

/** Whether this node wants requests, and what it would have to refuse. */
export interface Readiness {
  /** From now on it reports that it is shutting down, but still answers. */
  drain(): void;
  readonly isDraining: () => boolean;
  /** Which parts answer within half a second. */
  readonly look: () => Promise<Readonly<Record<Part, 'ok' | 'away'>>>;
}

/** Balancers often wait no longer than a second for their probe. */
const ANSWERED_WITHIN = 500;

/** A check that hangs is waited for by whoever asks next, never begun twice: one on a lost mount holds a thread. */
export function readinessOf(checks: PartChecks): Readiness {
  let isDraining = false;
  const looks = PARTS.map((part) => [part, joined(checks[part])] as const);
  return {
    drain: () => {
      isDraining = true;
    },
    isDraining: () => isDraining,
    look: async () => {
      const seen = await Promise.all(looks.map(async ([part, check]) => [part, await stateOf(check)] as const));
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
