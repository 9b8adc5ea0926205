import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { type Milliseconds, seconds } from '../../platform/kernel/durations.ts';
import { counter, gauge, type MetricSource } from '../../platform/metrics/metric.ts';
import type { Joining } from './crew-member.ts';
import { crewMembers } from './crew-members.ts';
import { crewSlots } from './crew-slots.ts';

/** The processes that serve together, including their replacements. */
export interface Crew {
  /** Starts all processes: first one alone, since it may have to migrate the schema. Returns false when that one cannot serve. */
  begin(): Promise<boolean>;
  /** Replaces the processes one after the other. If a new one cannot serve, the old ones stay. */
  renew(): Promise<void>;
  /** Lets requests in progress finish. Returns whether every process ended cleanly. */
  stop(): Promise<boolean>;
  /** Kills them at once. */
  kill(): void;
  readonly metrics: MetricSource;
}

interface CrewDeps {
  readonly size: number;
  /** Whether one of them does background work. */
  readonly works: boolean;
  /** How long a process still serves after it was told to stop. */
  readonly drainFor: Milliseconds;
  readonly joinings: readonly Joining[];
  readonly log: Logger;
  /** Called when a process cannot be kept alive. */
  readonly giveUp: (reason: string) => void;
}

/** How often heartbeats are checked. A process sends one every second; after several silent checks it counts as hung. */
const LOOK_EVERY: Milliseconds = seconds(5);
/** After draining, a process ends by itself within nine seconds. */
const STOP_WITHIN: Milliseconds = seconds(10);

export function crewOf({ size, works, drainFor, joinings, log, giveUp }: CrewDeps): Crew {
  const numbers = Array.from({ length: size }, (_, index) => index + 1);
  const members = crewMembers({ works, joinings, log });
  const slots = crewSlots(members, log, giveUp);
  let renewing: Promise<void> | undefined;
  let renewAgain = false;

  const renewAll = async () => {
    do {
      renewAgain = false;
      for (const slot of numbers) {
        if (members.isStopping()) return;
        if (await slots.renew(slot)) continue;
        if (!members.isStopping()) log.error({ slot }, 'a new process could not serve; the old ones go on');
        return;
      }
      log.info({ processes: size }, 'every process is new');
    } while (renewAgain);
  };
  return {
    begin: async () => {
      const first = members.begin(1, true);
      if (!(await first.ready)) return false;
      setInterval(members.killSilent, LOOK_EVERY).unref();
      void slots.keep(1, first);
      const others = numbers.slice(1).map((slot) => {
        const member = members.begin(slot);
        void slots.keep(slot, member);
        return member.ready;
      });
      await Promise.all(others);
      return true;
    },
    renew: () => {
      renewAgain = true;
      renewing ??= renewAll().finally(() => {
        renewing = undefined;
      });
      return renewing;
    },
    stop: async () => {
      const late = pause(drainFor + STOP_WITHIN, undefined, { ref: false });
      return (await Promise.race([members.stop(), late]))?.every((how) => how === 'exit code 0') ?? false;
    },
    kill: members.kill,
    metrics: async () => [
      gauge('iskaznica_processes', 'Processes that serve together.', members.serving()),
      counter('iskaznica_process_ends_total', 'Processes that ended without being told to.', slots.unexpected()),
    ],
  };
}
